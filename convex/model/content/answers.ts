import type { Doc, Id } from "../../_generated/dataModel";
import { MAX_VERSES_PER_BEAT } from "../../shared/limits";
import type { Member } from "../accounts/viewers";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError } from "../errors";

/** The fields of a verse that say what it answers; empty if it answers nothing. */
export type AnswerFields = Pick<Doc<"verses">, "answersId" | "answersRapperId">;

/**
 * Returns the verse that a new verse of the viewer answers. Null if it answers
 * none, or if that verse has been removed: a take is never refused for that.
 * @throws VERSE_NOT_FOUND if the verse is on another beat, ANSWER_SELF
 */
export async function findAnswered(
  ctx: ReadCtx,
  { userId }: Pick<Member, "userId">,
  { beatId, answersId }: { beatId: Id<"beats">; answersId?: Id<"verses"> },
): Promise<Doc<"verses"> | null> {
  const answered = answersId
    ? await ctx.db.get("verses", answersId)
    : undefined;
  if (!answered) return null;
  if (answered.beatId !== beatId) throw appError("VERSE_NOT_FOUND");
  if (answered.rapperId === userId) throw appError("ANSWER_SELF");
  return answered;
}

export const answerFields = (answered: Doc<"verses"> | null): AnswerFields =>
  answered === null
    ? {}
    : { answersId: answered._id, answersRapperId: answered.rapperId };

/** Records a new answer in the row of the verse that it answers. */
export async function countAnswer(
  ctx: WriteCtx,
  answered: Doc<"verses">,
  answerId: Id<"verses">,
): Promise<void> {
  const { _id, answerCount = 0, firstAnswerId = answerId } = answered;
  await ctx.db.patch("verses", _id, {
    answerCount: answerCount + 1,
    firstAnswerId,
  });
}

/**
 * Takes a verse that has just been deleted out of its chain. The verses that
 * answered it now answer a deleted verse, and the verse that it answered has
 * one answer fewer.
 */
export async function unlinkAnswers(
  ctx: WriteCtx,
  { _id, answersId }: Doc<"verses">,
): Promise<void> {
  for (const answer of await listAnswers(ctx, _id, MAX_VERSES_PER_BEAT)) {
    await ctx.db.patch("verses", answer._id, {
      answersId: undefined,
      answersRapperId: null,
    });
  }
  const answered = answersId && (await ctx.db.get("verses", answersId));
  if (!answered) return;
  const [first] = await listAnswers(ctx, answered._id, 1);
  await ctx.db.patch("verses", answered._id, {
    answerCount: Math.max(0, (answered.answerCount ?? 0) - 1),
    firstAnswerId: first?._id,
  });
}

/** Returns at most `most` verses that answer a verse, the oldest first. */
export const listAnswers = (
  ctx: ReadCtx,
  verseId: Id<"verses">,
  most: number,
): Promise<Doc<"verses">[]> =>
  ctx.db
    .query("verses")
    .withIndex("by_answersId_and_createdAt", (q) => q.eq("answersId", verseId))
    .take(most);
