import type { Id } from "../../_generated/dataModel";
import type { ContentId } from "../content/content";
import type { ReadCtx } from "../contexts";
import type { SubjectRef } from "./subjects";

/**
 * Returns whether a person published the audio of a subject before its author
 * did. Also looks at cases that are decided already.
 */
export async function ownsMatch(
  ctx: ReadCtx,
  userId: Id<"users">,
  subject: SubjectRef,
): Promise<boolean> {
  const matchesId = await findMatchId(ctx, subject);
  return matchesId !== null && (await isOwner(ctx, userId, matchesId));
}

async function findMatchId(
  ctx: ReadCtx,
  { subjectType, subjectId }: SubjectRef,
): Promise<ContentId | null> {
  const found = await ctx.db
    .query("cases")
    .withIndex("by_subjectId_and_subjectType_and_kind_and_decidedAt", (q) =>
      q
        .eq("subjectId", subjectId)
        .eq("subjectType", subjectType)
        .eq("kind", "sameAudio"),
    )
    .first();
  return found?.matchesId ?? null;
}

async function isOwner(
  ctx: ReadCtx,
  userId: Id<"users">,
  contentId: ContentId,
): Promise<boolean> {
  const beatId = ctx.db.normalizeId("beats", contentId);
  const beat = beatId && (await ctx.db.get("beats", beatId));
  const verseId = ctx.db.normalizeId("verses", contentId);
  const verse = verseId && (await ctx.db.get("verses", verseId));
  return (beat?.producerId ?? verse?.rapperId) === userId;
}
