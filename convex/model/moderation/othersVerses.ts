import type { Doc, Id } from "../../_generated/dataModel";
import { MAX_VERSES_PER_BEAT } from "../../shared/limits";
import type { ReadCtx, WriteCtx } from "../contexts";
import { findSubject, type SubjectRef } from "../cases/subjects";
import { tellPerson } from "./notices";

/**
 * Returns the verses of other people that are removed together with a subject.
 * Only a beat has any.
 */
export async function listOthersVerses(
  ctx: ReadCtx,
  ref: SubjectRef,
): Promise<Doc<"verses">[]> {
  const subject = await findSubject(ctx, ref);
  if (subject?.type !== "beat") return [];
  const { _id, producerId } = subject.beat;
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_beatId_and_createdAt", (q) => q.eq("beatId", _id))
    .take(MAX_VERSES_PER_BEAT);
  return verses.filter(({ rapperId }) => rapperId !== producerId);
}

/**
 * Tells the rapper of each of these verses once, before the subject is removed.
 */
export async function tellRappers(
  ctx: WriteCtx,
  found: Doc<"cases">,
  decisionId: Id<"decisions">,
): Promise<void> {
  const verses = await listOthersVerses(ctx, found);
  const rapperIds = new Set(verses.map(({ rapperId }) => rapperId));
  for (const rapperId of rapperIds) {
    await tellPerson(ctx, rapperId, found._id, decisionId);
  }
}
