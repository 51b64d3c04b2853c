import type { Doc, Id } from "../../_generated/dataModel";
import { factsOf } from "../../shared/beatFacts";
import type { ExportTable } from "../../shared/exports";
import { DEFAULT_TERMS } from "../../shared/terms";
import type { WriteCtx } from "../contexts";
import { isoTime, numberedPath, type Row, type TextFile } from "./tables";
import { draftFiles, wordsPathOf } from "./words";

/**
 * A page becomes a file, which is one row of the database and may have 1 MiB; a
 * turn that reads 40 files (places.ts) may read 16 MiB. So these are as many as
 * make 300 KiB at their longest, where JSON takes six bytes for a letter of a
 * report. A page of drafts is read with both versions of the words.
 */
const ROWS_PER_PAGE: Record<ExportTable, number> = {
  beats: 250,
  verses: 250,
  votes: 250,
  reports: 20,
  drafts: 25,
};

interface Place {
  userId: Id<"users">;
  cursor: string | null;
  page: number;
}

interface SoundEntry {
  path: string;
  title: string;
  storageId: Id<"_storage">;
  sizeBytes: number;
  verseId?: Id<"verses">;
}

interface Page {
  rows: Row[];
  sounds: SoundEntry[];
  texts: TextFile[];
  cursor: string;
  isDone: boolean;
}

/** Reads a page of what a person has in one table. */
export async function readPage(
  ctx: WriteCtx,
  { stage, ...place }: Place & { stage: ExportTable },
): Promise<Page> {
  const read = await READERS[stage](ctx, place);
  const { rows, isDone, continueCursor: cursor } = read;
  const first = (place.page - 1) * ROWS_PER_PAGE[stage] + 1;
  const found: Page = { rows: [], sounds: [], texts: [], cursor, isDone };
  for (const [at, item] of rows.entries()) {
    await addItem(ctx, found, item, { stage, number: first + at });
  }
  return found;
}

interface Item {
  row: Row;
  sound?: Pick<SoundEntry, "storageId" | "title" | "verseId">;
  /** Adds its fields to the row. */
  draft?: Doc<"wordDrafts">;
}

async function addItem(
  ctx: WriteCtx,
  { rows, sounds, texts }: Page,
  { row, sound, draft }: Item,
  { stage, number }: { stage: ExportTable; number: number },
): Promise<void> {
  const entry = sound && (await soundEntry(ctx, stage, number, sound));
  if (entry) sounds.push(entry);
  const words = draft && (await wordsOf(ctx, draft, number));
  if (words) texts.push(...words.texts);
  rows.push({ ...row, ...(entry && filesOf(entry)), ...words?.row });
}

const filesOf = ({ path, verseId }: SoundEntry): Row => ({
  file: path,
  ...(verseId && { words: wordsPathOf(path) }),
});

/** The title is empty if the beat is gone. */
async function wordsOf(
  ctx: WriteCtx,
  draft: Doc<"wordDrafts">,
  number: number,
) {
  const beat = await ctx.db.get("beats", draft.beatId);
  return draftFiles(draft, number, beat?.title ?? "");
}

interface Read {
  rows: Item[];
  isDone: boolean;
  continueCursor: string;
}

const READERS: Record<
  ExportTable,
  (ctx: WriteCtx, place: Place) => Promise<Read>
> = {
  beats: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("beats")
      .withIndex("by_producerId_and_createdAt", (q) =>
        q.eq("producerId", userId),
      )
      .paginate({ cursor, numItems: ROWS_PER_PAGE.beats });
    return { ...rest, rows: page.map(beatItem) };
  },
  verses: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("verses")
      .withIndex("by_rapperId_and_createdAt", (q) => q.eq("rapperId", userId))
      .paginate({ cursor, numItems: ROWS_PER_PAGE.verses });
    return { ...rest, rows: page.map(verseItem) };
  },
  votes: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("votes")
      .withIndex("by_userId_and_contentId", (q) => q.eq("userId", userId))
      .paginate({ cursor, numItems: ROWS_PER_PAGE.votes });
    return { ...rest, rows: page.map(voteItem) };
  },
  reports: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("cases")
      .withIndex("by_reporterId_and_createdAt", (q) =>
        q.eq("reporterId", userId),
      )
      .paginate({ cursor, numItems: ROWS_PER_PAGE.reports });
    return { ...rest, rows: page.map(reportItem) };
  },
  drafts: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("wordDrafts")
      .withIndex("by_ownerId_and_beatId", (q) => q.eq("ownerId", userId))
      .paginate({ cursor, numItems: ROWS_PER_PAGE.drafts });
    return { ...rest, rows: page.map((draft) => ({ row: {}, draft })) };
  },
};

const beatItem = (beat: Doc<"beats">): Item => ({
  row: {
    id: beat._id,
    ...factCells(beat),
    state: beat.state,
    terms: beat.terms ?? DEFAULT_TERMS,
    versesLimit: beat.versesLimit,
    verses: beat.verseCount,
    votes: beat.voteCount,
    durationMs: beat.durationMs,
    createdAt: isoTime(beat.createdAt),
    file: null,
  },
  sound: { storageId: beat.storageId, title: beat.title },
});

/** Facts that this beat does not have are null, so that each has a column. */
const factCells = (beat: Doc<"beats">): Row =>
  Object.fromEntries(
    Object.entries<Row[string] | undefined>(factsOf(beat)).map(
      ([name, fact]) => [name, fact ?? null],
    ),
  );

const verseItem = (verse: Doc<"verses">): Item => ({
  row: {
    id: verse._id,
    beatId: verse.beatId,
    beatTitle: verse.beat.title,
    terms: verse.terms ?? DEFAULT_TERMS,
    votes: verse.voteCount,
    durationMs: verse.durationMs,
    createdAt: isoTime(verse.createdAt),
    file: null,
    words: null,
  },
  sound: {
    storageId: verse.storageId,
    title: verse.beat.title,
    ...(verse.hasWords && { verseId: verse._id }),
  },
});

const voteItem = (vote: Doc<"votes">): Item => ({
  row: {
    contentType: vote.contentType,
    contentId: vote.contentId,
    createdAt: isoTime(vote.createdAt),
  },
});

const reportItem = (report: Doc<"cases">): Item => ({
  row: {
    number: report.number,
    kind: report.kind,
    about: report.subjectType,
    reason: report.reason,
    text: report.text,
    createdAt: isoTime(report.createdAt),
    decidedAt: report.decidedAt === null ? null : isoTime(report.decidedAt),
  },
});

/** Returns null if the file is gone. */
async function soundEntry(
  ctx: WriteCtx,
  table: ExportTable,
  number: number,
  { storageId, ...sound }: NonNullable<Item["sound"]>,
): Promise<SoundEntry | null> {
  const stored = await ctx.db.system.get("_storage", storageId);
  if (stored === null) return null;
  const file = await ctx.db
    .query("files")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .unique();
  const extension = file?.extension ?? "bin";
  const path = numberedPath(`audio/${table}`, number, sound.title, extension);
  return { ...sound, path, storageId, sizeBytes: stored.size };
}
