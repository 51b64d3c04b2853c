import type { Doc, Id } from "../../_generated/dataModel";
import type { CaseRefusal } from "../../shared/moderation";
import { normalizeEmail } from "../../shared/email";
import { isAllowed, type Actor } from "../../shared/permissions";
import { sharedBefore } from "../content/formerShares";
import type { ReadCtx } from "../contexts";
import { findClaim } from "../cases/claimRows";
import { findSubject, type SubjectRef } from "../cases/subjects";
import { ownsMatch } from "../cases/matches";

/**
 * `email` is confirmed; it is empty for someone without a confirmed address.
 */
export type Moderator = Actor & { userId: Id<"users">; email: string };

/** A verse and its words share an id, and claims may be open besides a report. */
const MOST_OWN_CASES = 20;

/**
 * Returns how a moderator is a party to a case, or null. A decision can close
 * all cases on a subject, so none of these may have been opened by the
 * moderator. A moderator also has an interest in a copy of their own audio, and
 * in anything that they share: a beat with a verse of theirs, or a verse on a
 * beat of theirs, even if they have deleted their part since.
 */
export async function findInterest(
  ctx: ReadCtx,
  actor: Moderator,
  found: Doc<"cases">,
): Promise<CaseRefusal | null> {
  const { userId } = actor;
  if (!isAllowed(actor, "case:decide", found)) {
    return found.ownerId === userId ? "OWN_CONTENT" : "OWN_REPORT";
  }
  if (await ownsMatch(ctx, userId, found)) return "OWN_CONTENT";
  if (await sharesItem(ctx, userId, found)) return "OWN_CONTENT";
  if (await sharedBefore(ctx, userId, found)) return "OWN_CONTENT";
  if (await hasOpenCaseOn(ctx, userId, found)) return "OWN_REPORT";
  return (await hasAddress(ctx, actor.email, found)) ? "OWN_REPORT" : null;
}

/**
 * Returns whether the person has a verse on the beat, or the verse is on a beat
 * of theirs.
 */
async function sharesItem(
  ctx: ReadCtx,
  userId: Id<"users">,
  ref: SubjectRef,
): Promise<boolean> {
  const subject = await findSubject(ctx, ref);
  if (subject?.type === "beat")
    return hasVerseOn(ctx, userId, subject.beat._id);
  if (subject === null || !("verse" in subject)) return false;
  return subject.verse.beat.producerId === userId;
}

async function hasVerseOn(
  ctx: ReadCtx,
  rapperId: Id<"users">,
  beatId: Id<"beats">,
): Promise<boolean> {
  const own = await ctx.db
    .query("verses")
    .withIndex("by_beatId_and_rapperId", (q) =>
      q.eq("beatId", beatId).eq("rapperId", rapperId),
    )
    .first();
  return own !== null;
}

/** Returns whether a person opened a case on the subject that is still open. */
async function hasOpenCaseOn(
  ctx: ReadCtx,
  reporterId: Id<"users">,
  { subjectType, subjectId }: SubjectRef,
): Promise<boolean> {
  const own = await ctx.db
    .query("cases")
    .withIndex("by_reporterId_and_subjectId_and_decidedAt", (q) =>
      q
        .eq("reporterId", reporterId)
        .eq("subjectId", subjectId)
        .eq("decidedAt", null),
    )
    .take(MOST_OWN_CASES);
  return own.some((one) => one.subjectType === subjectType);
}

/**
 * Returns whether the case is a claim with this address. Anyone can claim with
 * the address of a moderator, so such a claim does not keep the moderator from
 * other cases on the subject.
 */
async function hasAddress(
  ctx: ReadCtx,
  email: string,
  found: Doc<"cases">,
): Promise<boolean> {
  const claim = await findClaim(ctx, found);
  return email !== "" && claim?.email === normalizeEmail(email);
}
