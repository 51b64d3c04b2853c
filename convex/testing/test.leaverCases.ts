import type { Id } from "../_generated/dataModel";
import type { WriteCtx } from "../model/contexts";
import type { Person, World } from "./test.world";

const MADE = {
  kind: "report",
  subjectType: "beat",
  reason: "spam",
  createdAt: 1,
  acknowledgeBy: 1,
  decideBy: 1,
  acknowledgedAt: null,
  decisionId: null,
} as const;

/**
 * Adds a report by the person, two cases about them, and two decisions. Returns
 * the decision about them.
 */
export async function addModeration(
  world: World,
  leaver: Person,
  other: Person,
  beatId: Id<"beats">,
) {
  return world.t.run(async ({ db }) => {
    const caseId = await addCases(db, leaver, other, beatId);
    return await addDecisions(db, caseId, leaver, other, beatId);
  });
}

/** Returns the decided case about the person. */
async function addCases(
  db: WriteCtx["db"],
  leaver: Person,
  other: Person,
  beatId: Id<"beats">,
) {
  await db.insert("cases", {
    ...MADE,
    number: "R-1",
    reporterId: leaver.userId,
    subjectType: "profile",
    subjectId: other.userId,
    ownerId: other.userId,
    text: "a report by them",
    decidedAt: null,
  });
  const aboutThem = {
    ...MADE,
    reporterId: other.userId,
    subjectId: beatId,
    about: "Vanishing beat",
    ownerId: leaver.userId,
  };
  await db.insert("cases", {
    ...aboutThem,
    number: "R-2",
    text: "an open one about them",
    decidedAt: null,
  });
  return await db.insert("cases", {
    ...aboutThem,
    number: "R-3",
    text: "a decided one about them",
    decidedAt: 2,
  });
}

/** Returns the decision about the person. */
async function addDecisions(
  db: WriteCtx["db"],
  caseId: Id<"cases">,
  leaver: Person,
  other: Person,
  beatId: Id<"beats">,
) {
  const decision = {
    caseId,
    subjectType: "beat",
    decision: "suspend",
    suspendedUntil: null,
    grounds: "spam",
    reason: "spam",
    createdAt: 2,
  } as const;
  const decisionId = await db.insert("decisions", {
    ...decision,
    moderatorId: other.userId,
    subjectId: beatId,
    ownerId: leaver.userId,
    about: "Vanishing beat",
  });
  await db.insert("decisions", {
    ...decision,
    moderatorId: leaver.userId,
    subjectId: other.userId,
    ownerId: other.userId,
    about: "elsewhere",
  });
  await db.insert("suspensions", {
    userId: leaver.userId,
    until: 3,
    decisionId,
  });
  return decisionId;
}
