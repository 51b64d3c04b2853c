import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../contexts";
import { sha256 } from "../sha256";
import type { ContentId } from "./content";

const MOST_COPIES = 200;

/**
 * Remembers, when a verse is removed, that its rapper and the producer of its
 * beat had an interest in each other's work, if there has been a case about it.
 * Otherwise moderators could delete a verse and then decide a case in which
 * they have an interest. Keeps only a hash of the id, which identifies nobody.
 */
export async function noteFormerShares(
  ctx: WriteCtx,
  { _id, beatId, rapperId, beat }: Doc<"verses">,
): Promise<void> {
  await note(ctx, rapperId, beatId);
  await note(ctx, beat.producerId, _id);
}

async function note(
  ctx: WriteCtx,
  userId: Id<"users">,
  subjectId: Id<"beats"> | Id<"verses">,
): Promise<void> {
  const found = await ctx.db
    .query("cases")
    .withIndex("by_subjectId_and_subjectType_and_kind_and_decidedAt", (q) =>
      q.eq("subjectId", subjectId),
    )
    .first();
  if (found === null) return;
  const row = { userId, subjectHash: sha256(subjectId), endedAt: Date.now() };
  await ctx.db.insert("formerShares", row);
}

/**
 * Remembers who published the original of an audio file, if cases compare a
 * copy with it. Whoever deletes the original still has an interest in the copy.
 */
export async function noteFormerOriginal(
  ctx: WriteCtx,
  userId: Id<"users">,
  contentId: ContentId,
): Promise<void> {
  const cases = await ctx.db
    .query("cases")
    .withIndex("by_matchesId", (q) => q.eq("matchesId", contentId))
    .take(MOST_COPIES);
  const endedAt = Date.now();
  for (const { subjectId } of cases) {
    const row = { userId, subjectHash: sha256(subjectId), endedAt };
    await ctx.db.insert("formerShares", row);
  }
}

/**
 * Returns whether a person had an interest in the subject of a case, through a
 * beat and a verse that they shared, when the case was opened.
 */
export async function sharedBefore(
  ctx: ReadCtx,
  userId: Id<"users">,
  { subjectId, createdAt }: Doc<"cases">,
): Promise<boolean> {
  const row = await ctx.db
    .query("formerShares")
    .withIndex("by_userId_and_subjectHash_and_endedAt", (q) =>
      q
        .eq("userId", userId)
        .eq("subjectHash", sha256(subjectId))
        .gte("endedAt", createdAt),
    )
    .first();
  return row !== null;
}
