/**
 * Words in an export. Each text is a file, because a table of them could exceed
 * what one row holds.
 */
import type { Doc } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import { findPublished } from "../words/published";
import { addText, type Entry } from "./entries";
import type { Export } from "./exports";
import { isoTime, numberedPath, type Row, type TextFile } from "./tables";

const SOUNDS_PER_STEP = 20;

/** The byte order mark tells editors and browsers that a file is in UTF-8. */
const textFile = (path: string, words: string): TextFile => ({
  path,
  text: `\uFEFF${words}\n`,
});

/** Returns where the words of a verse are, next to the path of its sound. */
export const wordsPathOf = (soundPath: string): string =>
  soundPath.replace(/^audio\//, "words/").replace(/\.\w+$/, ".txt");

/** Adds the published words of the next verses. */
export async function addWords(
  ctx: WriteCtx,
  { _id, cursor }: Export,
): Promise<Partial<Export>> {
  const sounds = await ctx.db
    .query("exportEntries")
    .withIndex("by_exportId_and_number", (q) =>
      q.eq("exportId", _id).gt("number", Number(cursor ?? 0)),
    )
    .take(SOUNDS_PER_STEP);
  for (const sound of sounds) await addWordsOf(ctx, sound);
  const last = sounds.at(-1);
  return last
    ? { cursor: String(last.number) }
    : { stage: "sounds", cursor: null };
}

/** Does nothing if the words were withdrawn meanwhile. */
async function addWordsOf(
  ctx: WriteCtx,
  { _id, exportId, verseId, path }: Entry,
): Promise<void> {
  const words = verseId ? await findPublished(ctx, verseId) : null;
  if (words === null) return;
  const wordsPath = wordsPathOf(path);
  await addText(ctx, exportId, textFile(wordsPath, words.text));
  await ctx.db.patch("exportEntries", _id, { wordsPath });
}

/** Returns the row and the files of a draft. `title` is the beat's. */
export function draftFiles(
  { beatId, text, savedAt, older }: Doc<"wordDrafts">,
  number: number,
  title: string,
): { row: Row; texts: TextFile[] } {
  const file = numberedPath("words/drafts", number, title, "txt");
  const olderFile = older && file.replace(/\.txt$/, "-older.txt");
  const row = {
    beatId,
    beatTitle: title,
    savedAt: isoTime(savedAt),
    file,
    olderSavedAt: older && isoTime(older.savedAt),
    olderFile,
  };
  const texts = [textFile(file, text)];
  if (older && olderFile) texts.push(textFile(olderFile, older.text));
  return { row, texts };
}
