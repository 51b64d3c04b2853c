import type { Doc, Id } from "../../_generated/dataModel";
import {
  checkWords,
  keepWords,
  type KeptWords,
  MAX_WORD_DRAFTS,
} from "../../shared/words";
import { cleanText } from "../../shared/plainText";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError, refuse } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";

const DRAFTS_PER_TURN = 20;

export interface DraftEdit {
  beatId: Id<"beats">;
  words: string;
  /** `savedAt` of the version that was edited. */
  base: number | null;
  /** Time since the last edit, in ms, by the clock of the device. */
  ageMs: number;
}

/** Returns a person's draft for a beat. An invalid id has none. */
export async function findDraft(
  ctx: ReadCtx,
  ownerId: Id<"users">,
  beat: string,
): Promise<KeptWords | null> {
  const beatId = ctx.db.normalizeId("beats", beat);
  const row = beatId && (await findRow(ctx, ownerId, beatId));
  return row && keptOf(row);
}

/**
 * Merges an edit into the draft with `keepWords`, and returns the result. A draft
 * can still be edited after its beat was deleted; a new one needs the beat.
 * @throws WORDS_TOO_LONG, WORDS_PILED_UP, WORDS_TOO_MANY_LINES,
 * TOO_MANY_WORD_DRAFTS, BEAT_NOT_FOUND, RATE_LIMITED
 */
export async function saveDraft(
  ctx: WriteCtx,
  ownerId: Id<"users">,
  { beatId, words, base, ageMs }: DraftEdit,
): Promise<KeptWords> {
  await enforceLimit(ctx, "words", ownerId);
  const text = cleanText(words);
  refuse(checkWords(text));
  const row = await findRow(ctx, ownerId, beatId);
  const now = Date.now();
  const changedAt = now - Math.min(Math.max(0, Math.round(ageMs) || 0), now);
  const kept = keepWords(row && keptOf(row), { text, base, changedAt });
  if (row) {
    await ctx.db.patch("wordDrafts", row._id, kept);
  } else {
    await requireRoom(ctx, ownerId, beatId);
    await ctx.db.insert("wordDrafts", { ownerId, beatId, ...kept });
  }
  return kept;
}

/** Deletes a few of a person's drafts. Returns whether there were any. */
export async function removeDraftsOf(
  ctx: WriteCtx,
  { userId }: { userId: Id<"users"> },
): Promise<boolean> {
  const drafts = await ctx.db
    .query("wordDrafts")
    .withIndex("by_ownerId_and_beatId", (q) => q.eq("ownerId", userId))
    .take(DRAFTS_PER_TURN);
  for (const { _id } of drafts) await ctx.db.delete("wordDrafts", _id);
  return drafts.length > 0;
}

async function requireRoom(
  ctx: ReadCtx,
  ownerId: Id<"users">,
  beatId: Id<"beats">,
): Promise<void> {
  if ((await ctx.db.get("beats", beatId)) === null) {
    throw appError("BEAT_NOT_FOUND");
  }
  const drafts = await ctx.db
    .query("wordDrafts")
    .withIndex("by_ownerId_and_beatId", (q) => q.eq("ownerId", ownerId))
    .take(MAX_WORD_DRAFTS);
  if (drafts.length >= MAX_WORD_DRAFTS) throw appError("TOO_MANY_WORD_DRAFTS");
}

const findRow = (ctx: ReadCtx, ownerId: Id<"users">, beatId: Id<"beats">) =>
  ctx.db
    .query("wordDrafts")
    .withIndex("by_ownerId_and_beatId", (q) =>
      q.eq("ownerId", ownerId).eq("beatId", beatId),
    )
    .unique();

const keptOf = ({ text, savedAt, older }: Doc<"wordDrafts">): KeptWords => ({
  ...{ text, savedAt, older },
});
