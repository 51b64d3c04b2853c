import type { Id } from "../_generated/dataModel";
import type { WriteCtx } from "../model/contexts";
import { emailOf } from "./test.leaver";
import type { Person, World } from "./test.world";

interface Concerned {
  leaver: Person;
  other: Person;
  beatId: Id<"beats">; // a beat by the leaver
  otherBeat: Id<"beats">; // a beat by the other person
}

const MADE = {
  kind: "report",
  subjectType: "beat",
  reason: "copyright",
  createdAt: 1,
  acknowledgeBy: 1,
  decideBy: 1,
  acknowledgedAt: null,
  decidedAt: null,
  decisionId: null,
} as const;

const UNANSWERED = { answer: null, answeredAt: null };

/**
 * Adds two claims that the person signed, one of them without signing in; a
 * claim about their beat, which they answered; an appeal by them; a case that
 * compares someone's beat with theirs; and two decisions that are not carried
 * out yet, one by them and one about them. The texts that the person wrote
 * contain their username.
 */
export const addClaimsAndAppeals = (
  world: Pick<World, "t">,
  concerned: Concerned,
  decisionId: Id<"decisions">,
): Promise<void> =>
  world.t.run(async (ctx) => {
    const { db } = ctx as unknown as WriteCtx; // the same database
    await addClaims(db, concerned);
    const { leaver, beatId } = concerned;
    const caseId = await db.insert("cases", {
      ...{ ...MADE, kind: "appeal", number: "A-1" },
      ...{ reporterId: leaver.userId, ownerId: leaver.userId },
      ...{ subjectId: beatId, text: `${leaver.username} appeals` },
    });
    await db.insert("appeals", { decisionId, caseId });
    await addPending(db, concerned, caseId);
  });

type Db = WriteCtx["db"];

async function addClaims(
  db: Db,
  { leaver, other, beatId, otherBeat }: Concerned,
) {
  const { username, userId } = leaver;
  const claim = { ...MADE, kind: "claim", text: "the work" } as const;
  const theirs = { subjectId: otherBeat, ownerId: other.userId };
  const signed = { ...UNANSWERED, work: "the work", proof: `by ${username}` };
  const name = { name: username, signature: username, email: emailOf(leaver) };
  for (const reporterId of [userId, null]) {
    const number = reporterId === null ? "C-1" : "C-2";
    const caseId = await db.insert("cases", {
      ...{ ...claim, ...theirs, reporterId, number },
    });
    const address = reporterId === null ? {} : { email: "else@example.com" };
    await db.insert("claims", {
      ...{ ...signed, ...name, ...address, caseId },
    });
  }
  const about = await db.insert("cases", {
    ...{ ...claim, number: "C-3", reporterId: null },
    ...{ subjectId: beatId, ownerId: userId },
  });
  await db.insert("claims", {
    caseId: about,
    ...{ name: "Else", email: "else@example.com", signature: "Else" },
    ...{ work: "the work", proof: "a link" },
    ...{ answer: `${username} answers`, answeredAt: 2 },
  });
  const notice = { caseId: about, decisionId: null, createdAt: 1 };
  await db.insert("notices", { ...notice, userId, readAt: null });
}

async function addPending(
  db: Db,
  { leaver, other, beatId, otherBeat }: Concerned,
  appealId: Id<"cases">,
) {
  const caseId = await db.insert("cases", {
    ...{ ...MADE, kind: "sameAudio", number: "S-1", text: "" },
    ...{ reporterId: null, ownerId: other.userId, subjectId: otherBeat },
    matchesId: beatId,
  });
  const waiting = {
    decision: "dismiss",
    suspension: null,
    reason: "",
    dueAt: 1,
    jobId: null,
  } as const;
  const by = { caseId, subjectId: otherBeat, moderatorId: leaver.userId };
  await db.insert("pendingDecisions", { ...waiting, ...by });
  const about = { caseId: appealId, subjectId: beatId };
  const moderatorId = other.userId;
  await db.insert("pendingDecisions", { ...waiting, ...about, moderatorId });
}
