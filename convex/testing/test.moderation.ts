/** Test set-up for moderation: a moderator, and a beat and a verse with words to judge. */
import type { Doc, Id } from "../_generated/dataModel";
import { api } from "../_generated/api";
import type { FunctionReturnType } from "convex/server";
import type { SuspensionLength } from "../shared/moderation";
import { appoint, decideNow, openTestCase } from "./test.cases";
import { makeContent } from "./test.content";
import type { PeopledWorld, Person } from "./test.world";

export interface ModeratedWorld extends PeopledWorld {
  readonly moderator: Person;
  readonly beatId: Id<"beats">;
  readonly verseId: Id<"verses">;
  reportVerse(): Promise<Doc<"cases">>;
  reportBeat(): Promise<Doc<"cases">>;
  /** Reports a profile. Default: the rapper's. */
  reportProfile(person?: Person): Promise<Doc<"cases">>;
  /**
   * Returns the queue as a moderator sees it. Default: the world's moderator.
   */
  queue(
    person?: Person,
  ): Promise<FunctionReturnType<typeof api.moderation.queue>>;
  /** Decides a case with a suspension, and carries it out without the wait. */
  suspend(caseId: Id<"cases">, suspension: SuspensionLength): Promise<void>;
}

export async function makeModeratedWorld(): Promise<ModeratedWorld> {
  const { world, beatId, verseId } = await makeContent();
  const moderator = await appoint(world, await world.join());
  return {
    ...world,
    moderator,
    beatId,
    verseId,
    reportVerse: () =>
      openTestCase(world, { subjectType: "verse", subjectId: verseId }),
    reportBeat: () =>
      openTestCase(world, { subjectType: "beat", subjectId: beatId }),
    reportProfile: (person = world.asRapper) =>
      openTestCase(world, { subjectType: "profile", subjectId: person.userId }),
    queue: (person = moderator) => person.query(api.moderation.queue, {}),
    suspend: (caseId, suspension) =>
      decideNow(world, moderator, caseId, { decision: "suspend", suspension }),
  };
}
