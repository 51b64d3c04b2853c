import type { Doc, Id } from "../../_generated/dataModel";
import {
  retime,
  spokenLines,
  spreadWords,
  timingsFrom,
} from "../../shared/wordPlan";
import { checkWords, type PublishedWords } from "../../shared/words";
import { cleanText, foldBreaks, foldedLines } from "../../shared/plainText";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError, refuse } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";

type Verse = Doc<"verses">;

/** Words as they are sent with a new verse. */
export interface NewVerseWords {
  words?: string;
  /** When each line starts, in ms; lines are spread evenly if it does not fit. */
  wordStartsMs?: number[];
}

/**
 * Returns the words of a verse; null if there are none, or if the text is not
 * an id.
 */
export async function findPublished(
  ctx: ReadCtx,
  verse: string,
): Promise<PublishedWords | null> {
  const verseId = ctx.db.normalizeId("verses", verse);
  const row = verseId && (await findRow(ctx, verseId));
  if (!row) return null;
  return { ...fold(row), editedAt: row.editedAt };
}

/**
 * Folds line breaks in words that are stored as typed. Lines keep their times.
 */
function fold({ text, lines }: Pick<PublishedWords, "text" | "lines">) {
  const places = new Map(
    foldedLines(text).map((line, place) => [line, place] as const),
  );
  return {
    text: foldBreaks(text),
    lines: lines.flatMap(({ line, startMs }) => {
      const place = places.get(line);
      return place === undefined ? [] : [{ line: place, startMs }];
    }),
  };
}

/**
 * Returns the words as they are published: without blanks around them and rows
 * of empty lines.
 * @throws WORDS_TOO_LONG, WORDS_PILED_UP, WORDS_TOO_MANY_LINES
 */
export function publishable(words: string): string {
  const text = foldBreaks(cleanText(words))
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
  refuse(checkWords(text));
  return text;
}

/** Publishes words with a new verse. Does nothing if there are none. */
export async function publishWords(
  ctx: WriteCtx,
  { _id: verseId, durationMs }: Pick<Verse, "_id" | "durationMs">,
  { words = "", wordStartsMs = [] }: NewVerseWords,
): Promise<void> {
  const text = publishable(words);
  if (text === "") return;
  const startsMs = wordStartsMs.map((ms) => Math.min(ms, durationMs));
  const lines = timingsFrom(text, startsMs) ?? spreadWords(text, durationMs);
  const editedAt = null;
  await ctx.db.insert("verseWords", { verseId, text, lines, editedAt });
  await ctx.db.patch("verses", verseId, { hasWords: true });
}

/**
 * Changes the published words of a verse, and marks them as edited. Lines that
 * stay keep their times.
 * @throws WORDS_NOT_FOUND, WORDS_REQUIRED, RATE_LIMITED, and the codes of
 * `publishable`
 */
export async function editWords(
  ctx: WriteCtx,
  { _id: verseId, rapperId, durationMs }: Verse,
  words: string,
): Promise<void> {
  await enforceLimit(ctx, "edit", rapperId);
  const text = publishable(words);
  if (spokenLines(text).length === 0) throw appError("WORDS_REQUIRED");
  const row = await findRow(ctx, verseId);
  if (row === null) throw appError("WORDS_NOT_FOUND");
  if (text === foldBreaks(row.text)) return;
  const old = { text: row.text, plan: row.lines };
  const lines = retime(old, text, durationMs);
  const editedAt = Date.now();
  await ctx.db.patch("verseWords", row._id, { text, lines, editedAt });
}

/** Deletes the published words of a verse that stays. */
export async function withdrawWords(
  ctx: WriteCtx,
  verse: Verse,
): Promise<void> {
  if (await removeWords(ctx, verse._id)) {
    await ctx.db.patch("verses", verse._id, { hasWords: false });
  }
}

/** Deletes the words of a verse. Returns whether there were any. */
export async function removeWords(
  ctx: WriteCtx,
  verseId: Id<"verses">,
): Promise<boolean> {
  const row = await findRow(ctx, verseId);
  if (row) await ctx.db.delete("verseWords", row._id);
  return row !== null;
}

const findRow = (ctx: ReadCtx, verseId: Id<"verses">) =>
  ctx.db
    .query("verseWords")
    .withIndex("by_verseId", (q) => q.eq("verseId", verseId))
    .unique();
