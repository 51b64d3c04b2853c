import type { Doc, Id } from "../../_generated/dataModel";
import { factsOf } from "../../shared/beatFacts";
import type {
  ExportCell,
  ExportItem,
  ExportPage,
  ExportSound,
  ExportTable,
} from "../../shared/exports";
import { DEFAULT_TERMS } from "../../shared/terms";
import type { ReadCtx } from "../contexts";
import { votesOn } from "../content/voteShards";
import { findProfile } from "../profiles/profiles";
import { hexDigest } from "../sha256";
import { findPublished } from "../words/published";

/**
 * Rows on a page, which is read and answered in one call. Words have up to 48
 * KB, and drafts hold two versions.
 */
const ROWS_PER_PAGE = {
  beats: 100,
  verses: 25,
  votes: 250,
  reports: 100,
  drafts: 25,
  follows: 250,
  listens: 250,
  cyphers: 100,
  turns: 100,
};

interface Place {
  userId: Id<"users">;
  cursor: string | null;
}

/** Reads a page of a person's rows in one table of the export. */
export async function readPage(
  ctx: ReadCtx,
  { table, ...place }: Place & { table: ExportTable },
): Promise<ExportPage> {
  const { found, isDone, continueCursor } = await READERS[table](ctx, place);
  const items = await Promise.all(found.map((item) => itemOf(ctx, item)));
  return {
    columns: Object.keys(found[0]?.row ?? {}),
    items,
    next: isDone ? null : continueCursor,
  };
}

/** Every row of a table has the same fields. The file names are filled in later. */
type Row = Record<string, ExportCell>;

interface Found {
  row: Row;
  title?: string;
  storageId?: Id<"_storage">;
  words?: string | undefined;
  olderWords?: string | undefined;
}

const itemOf = async (
  ctx: ReadCtx,
  { row, title = "", storageId, words, olderWords }: Found,
): Promise<ExportItem> => ({
  cells: Object.values(row),
  title,
  sound: storageId ? await findSound(ctx, storageId) : null,
  words: words ?? null,
  olderWords: olderWords ?? null,
});

interface Read {
  found: Found[];
  isDone: boolean;
  continueCursor: string;
}

const READERS: Record<
  ExportTable,
  (ctx: ReadCtx, place: Place) => Promise<Read>
> = {
  account: async (ctx, { userId }) => ({
    found: [await accountItem(ctx, userId)],
    isDone: true,
    continueCursor: "",
  }),
  beats: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("beats")
      .withIndex("by_producerId_and_createdAt", (q) =>
        q.eq("producerId", userId),
      )
      .paginate({ cursor, numItems: ROWS_PER_PAGE.beats });
    const found = page.map((beat) => beatItem(ctx, beat));
    return { ...rest, found: await Promise.all(found) };
  },
  verses: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("verses")
      .withIndex("by_rapperId_and_createdAt", (q) => q.eq("rapperId", userId))
      .paginate({ cursor, numItems: ROWS_PER_PAGE.verses });
    const found = page.map((verse) => verseItem(ctx, verse));
    return { ...rest, found: await Promise.all(found) };
  },
  votes: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("votes")
      .withIndex("by_userId_and_contentId", (q) => q.eq("userId", userId))
      .paginate({ cursor, numItems: ROWS_PER_PAGE.votes });
    return { ...rest, found: page.map(voteItem) };
  },
  reports: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("cases")
      .withIndex("by_reporterId_and_createdAt", (q) =>
        q.eq("reporterId", userId),
      )
      .paginate({ cursor, numItems: ROWS_PER_PAGE.reports });
    return { ...rest, found: page.map(reportItem) };
  },
  drafts: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("wordDrafts")
      .withIndex("by_ownerId_and_beatId", (q) => q.eq("ownerId", userId))
      .paginate({ cursor, numItems: ROWS_PER_PAGE.drafts });
    const found = page.map((draft) => draftItem(ctx, draft));
    return { ...rest, found: await Promise.all(found) };
  },
  follows: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("follows")
      .withIndex("by_followerId_and_followedId", (q) =>
        q.eq("followerId", userId),
      )
      .paginate({ cursor, numItems: ROWS_PER_PAGE.follows });
    const found = page.map((follow) => followItem(ctx, follow));
    return { ...rest, found: await Promise.all(found) };
  },
  listens: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("listens")
      .withIndex("by_userId_and_contentId", (q) => q.eq("userId", userId))
      .paginate({ cursor, numItems: ROWS_PER_PAGE.listens });
    return { ...rest, found: page.map(listenItem) };
  },
  cyphers: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("cyphers")
      .withIndex("by_hostId_and_status", (q) => q.eq("hostId", userId))
      .paginate({ cursor, numItems: ROWS_PER_PAGE.cyphers });
    const found = page.map((cypher) => cypherItem(ctx, cypher));
    return { ...rest, found: await Promise.all(found) };
  },
  turns: async (ctx, { userId, cursor }) => {
    const { page, ...rest } = await ctx.db
      .query("cypherPeople")
      .withIndex("by_userId_and_inLineAt", (q) => q.eq("userId", userId))
      .paginate({ cursor, numItems: ROWS_PER_PAGE.turns });
    return { ...rest, found: page.map(turnItem) };
  },
};

async function accountItem(ctx: ReadCtx, userId: Id<"users">): Promise<Found> {
  const user = await ctx.db.get("users", userId);
  const profile = await findProfile(ctx, userId);
  const row = {
    email: user?.email ?? null,
    username: profile?.username ?? null,
    role: profile?.role ?? null,
    state: profile?.state ?? null,
    bio: profile?.bio ?? null,
    instagram: profile?.instagram ?? null,
    youtube: profile?.youtube ?? null,
    joinedAt: profile ? isoTime(profile.createdAt) : null,
  };
  return { row };
}

const beatItem = async (ctx: ReadCtx, beat: Doc<"beats">): Promise<Found> => ({
  row: {
    id: beat._id,
    ...factCells(beat),
    state: beat.state,
    terms: beat.terms ?? DEFAULT_TERMS,
    versesLimit: beat.versesLimit,
    verses: beat.verseCount,
    votes: await votesOn(ctx, beat),
    durationMs: beat.durationMs,
    createdAt: isoTime(beat.createdAt),
    file: null,
  },
  title: beat.title,
  storageId: beat.storageId,
});

/**
 * Facts that this beat does not have are null, so that every row has all
 * columns.
 */
const factCells = (beat: Doc<"beats">): Row =>
  Object.fromEntries(
    Object.entries<ExportCell | undefined>(factsOf(beat)).map(
      ([name, fact]) => [name, fact ?? null],
    ),
  );

const verseItem = async (
  ctx: ReadCtx,
  verse: Doc<"verses">,
): Promise<Found> => ({
  row: {
    id: verse._id,
    beatId: verse.beatId,
    beatTitle: verse.beat.title,
    terms: verse.terms ?? DEFAULT_TERMS,
    votes: await votesOn(ctx, verse),
    durationMs: verse.durationMs,
    startBar: verse.section?.startBar ?? null,
    bars: verse.section?.bars ?? null,
    answersVerseId: verse.answersId ?? null,
    answersRapper: await nameOfAnswered(ctx, verse),
    answers: verse.answerCount ?? 0,
    cypherId: verse.cypherId ?? null,
    createdAt: isoTime(verse.createdAt),
    file: null,
    words: null,
  },
  title: verse.beat.title,
  storageId: verse.storageId,
  words: verse.hasWords
    ? (await findPublished(ctx, verse._id))?.text
    : undefined,
});

async function nameOfAnswered(
  ctx: ReadCtx,
  { answersRapperId }: Doc<"verses">,
): Promise<string | null> {
  const profile = answersRapperId && (await findProfile(ctx, answersRapperId));
  return profile ? profile.username : null;
}

const voteItem = (vote: Doc<"votes">): Found => ({
  row: {
    contentType: vote.contentType,
    contentId: vote.contentId,
    createdAt: isoTime(vote.createdAt),
  },
});

const reportItem = (report: Doc<"cases">): Found => ({
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

async function draftItem(
  ctx: ReadCtx,
  { beatId, text, savedAt, older }: Doc<"wordDrafts">,
): Promise<Found> {
  const title = (await ctx.db.get("beats", beatId))?.title ?? "";
  const row = {
    beatId,
    beatTitle: title,
    savedAt: isoTime(savedAt),
    file: null,
    olderSavedAt: older && isoTime(older.savedAt),
    olderFile: null,
  };
  return { row, title, words: text, olderWords: older?.text };
}

const followItem = async (
  ctx: ReadCtx,
  { followedId, createdAt }: Doc<"follows">,
): Promise<Found> => ({
  row: {
    userId: followedId,
    username: (await findProfile(ctx, followedId))?.username ?? null,
    createdAt: isoTime(createdAt),
  },
});

const listenItem = ({ contentId, at }: Doc<"listens">): Found => ({
  row: { contentId, heardAt: isoTime(at) },
});

const cypherItem = async (
  ctx: ReadCtx,
  {
    _id,
    beatId,
    bars,
    pace = "slow",
    startsAt,
    verseCount,
    createdAt,
    endedAt,
  }: Doc<"cyphers">,
): Promise<Found> => ({
  row: {
    ...{ id: _id, beatId, bars, pace, verses: verseCount },
    startsAt: startsAt === undefined ? null : isoTime(startsAt),
    beatTitle: (await ctx.db.get("beats", beatId))?.title ?? null,
    createdAt: isoTime(createdAt),
    endedAt: endedAt === null ? null : isoTime(endedAt),
  },
});

const turnItem = ({
  cypherId,
  turns,
  missed,
  isWaiting,
  isMailed,
  inLineAt,
}: Doc<"cypherPeople">): Found => ({
  row: {
    ...{ cypherId, verses: turns, missed: Math.round(100 * missed) / 100 },
    ...{ isWaiting: isWaiting ? 1 : 0, isMailed: isMailed ? 1 : 0 },
    inLineSince: inLineAt === undefined ? null : isoTime(inLineAt),
  },
});

/** Returns null if the file is gone. */
async function findSound(
  ctx: ReadCtx,
  storageId: Id<"_storage">,
): Promise<ExportSound | null> {
  const stored = await ctx.db.system.get("_storage", storageId);
  const url = await ctx.storage.getUrl(storageId);
  if (stored === null || url === null) return null;
  const file = await ctx.db
    .query("files")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .unique();
  return {
    url,
    extension: file?.extension ?? "bin",
    sizeBytes: stored.size,
    sha256: hexDigest(stored.sha256),
  };
}

const isoTime = (at: number) => new Date(at).toISOString();
