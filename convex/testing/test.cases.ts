import { onTestFinished, vi } from "vitest";
import type { Doc, Id } from "../_generated/dataModel";
import { api, internal } from "../_generated/api";
import type { CaseSubject, NewCase } from "../model/cases/cases";
import type { SuspensionLength } from "../shared/moderation";
import type { Decision } from "../shared/safety";
import { testMakers } from "./test.makers";
import type { Person, World } from "./test.world";

/** Opens a case as a report would. */
export const openTestCase = (
  world: Pick<World, "t">,
  given: CaseSubject & Partial<NewCase>,
): Promise<Doc<"cases">> =>
  world.t.mutation(testMakers.openCase, {
    given: {
      ...{ kind: "report", reporterId: null, reason: "spam" },
      text: "Look at this.",
      ...given,
    },
  });

/** Makes a member a moderator, as the command line does. */
export async function appoint<P extends Person>(
  world: Pick<World, "t">,
  person: P,
): Promise<P> {
  const { username } = person;
  await world.t.mutation(internal.moderators.appoint, { username });
  return person;
}

export interface TestDecision {
  decision: Decision;
  suspension?: SuspensionLength | null;
  reason?: string;
}

/** Decides, without carrying the decision out. */
export const decide = (
  moderator: Person,
  caseId: Id<"cases">,
  { decision, suspension = null, reason = "" }: TestDecision,
): Promise<Id<"pendingDecisions">> =>
  moderator.mutation(api.moderation.decide, {
    caseId,
    decision,
    suspension,
    reason,
  });

/** Decides, and carries the decision out without the wait. */
export async function decideNow(
  world: Pick<World, "t">,
  moderator: Person,
  caseId: Id<"cases">,
  given: TestDecision,
): Promise<void> {
  const pendingId = await decide(moderator, caseId, given);
  await world.t.mutation(internal.moderation.carryOut, { pendingId });
}

/**
 * Stops the clock until the test ends. A slow machine may need more than the ten
 * seconds in which a decision can be undone.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}
