import { internal } from "../../../_generated/api";
import type { Doc, Id } from "../../../_generated/dataModel";
import { DAY_MS, MAX_VERSES_PER_BEAT } from "../../../shared/limits";
import type { LeavingNotices, VersesGoing } from "../../../shared/leaving";
import type { ReadCtx, WriteCtx } from "../../contexts";
import { findProfile } from "../../profiles/profiles";
import { countAttempt } from "../../rateLimits/attempts";
import {
  type Departure,
  findActiveDeparture,
  findDeparture,
  mailNotice,
} from "./departures";
import { listDeletedVerses } from "./keptVerses";

const ROWS_PER_TURN = 200;
/** A notice shows this many verses, and says if there are more. */
const MOST_SHOWN = 50;
/**
 * How often one rapper gets a mail about the same person, who may sign in and
 * leave again.
 */
const MAIL_RATE = { attempts: 1, periodMs: DAY_MS };
const NO_NOTICES: LeavingNotices = {
  ...{ keptAt: null, going: [], deleted: [] },
  ...{ hasMoreGoing: false, hasMoreDeleted: false },
};

/**
 * Tells the rappers on the next beat of a person who is leaving, and schedules
 * itself for the beat after that. `after` is the time of the previous beat, or
 * 0.
 */
export async function announceDeparture(
  ctx: WriteCtx,
  { departureId, after }: { departureId: Id<"departures">; after: number },
): Promise<void> {
  const departure = await ctx.db.get("departures", departureId);
  if (departure?.keptAt !== null) return;
  const beats = await beatsAfter(ctx, departure.userId, after);
  for (const beat of beats) await announceBeat(ctx, departure, beat);
  const last = beats.at(-1);
  if (last === undefined) return;
  const next = { departureId, after: last.createdAt };
  await ctx.scheduler.runAfter(0, internal.leaving.announce, next);
}

/** Returns the next beat, with all others that were created in the same ms. */
async function beatsAfter(
  ctx: ReadCtx,
  producerId: Id<"users">,
  after: number,
): Promise<Doc<"beats">[]> {
  const beats = ctx.db
    .query("beats")
    .withIndex("by_producerId_and_createdAt", (q) =>
      q.eq("producerId", producerId).gt("createdAt", after),
    );
  const next = await beats.first();
  if (next === null) return [];
  return ctx.db
    .query("beats")
    .withIndex("by_producerId_and_createdAt", (q) =>
      q.eq("producerId", producerId).eq("createdAt", next.createdAt),
    )
    .take(ROWS_PER_TURN);
}

async function announceBeat(
  ctx: WriteCtx,
  departure: Departure,
  { _id }: Doc<"beats">,
): Promise<void> {
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_beatId_and_createdAt", (q) => q.eq("beatId", _id))
    .take(MAX_VERSES_PER_BEAT);
  for (const verse of verses) await announceVerse(ctx, departure, verse);
}

/** Tells the rapper of a new verse if its beat will be removed soon. */
export async function announceNewVerse(
  ctx: WriteCtx,
  verse: Doc<"verses">,
): Promise<void> {
  const departure = await findActiveDeparture(ctx, verse.beat.producerId);
  if (departure) await announceVerse(ctx, departure, verse);
}

/** Adds the verse to its rapper's notice. The first verse also sends a mail. */
async function announceVerse(
  ctx: WriteCtx,
  departure: Departure,
  { _id: verseId, rapperId }: Doc<"verses">,
): Promise<void> {
  const departureId = departure._id;
  if (rapperId === departure.userId) return;
  const ofRapper = ctx.db
    .query("farewells")
    .withIndex("by_departureId_and_rapperId_and_verseId", (q) =>
      q.eq("departureId", departureId).eq("rapperId", rapperId),
    );
  const told = await ctx.db
    .query("farewells")
    .withIndex("by_departureId_and_rapperId_and_verseId", (q) =>
      q
        .eq("departureId", departureId)
        .eq("rapperId", rapperId)
        .eq("verseId", verseId),
    )
    .unique();
  if (told !== null) return;
  const isFirst = (await ofRapper.first()) === null;
  await ctx.db.insert("farewells", { departureId, rapperId, verseId });
  if (isFirst) await mailRapper(ctx, departure, rapperId);
}

async function mailRapper(
  ctx: WriteCtx,
  { userId, dueAt }: Departure,
  rapperId: Id<"users">,
): Promise<void> {
  const counted = { limit: "versesGo", who: `${userId} ${rapperId}` };
  const waitMs = await countAttempt(ctx, counted, MAIL_RATE);
  if (waitMs > 0) return;
  await mailNotice(ctx, rapperId, { kind: "versesGo", dueAt });
}

/** Deletes the notices of a departure that was undone, in batches. */
export async function dropFarewells(
  ctx: WriteCtx,
  departureId: Id<"departures">,
): Promise<void> {
  if (await removeFarewells(ctx, departureId)) {
    const { dropFarewells: next } = internal.leaving;
    await ctx.scheduler.runAfter(0, next, { departureId });
  }
}

/** Deletes a batch of notices; returns whether there may be more. */
export async function removeFarewells(
  ctx: WriteCtx,
  departureId: Id<"departures">,
): Promise<boolean> {
  const rows = await ctx.db
    .query("farewells")
    .withIndex("by_departureId_and_rapperId_and_verseId", (q) =>
      q.eq("departureId", departureId),
    )
    .take(ROWS_PER_TURN);
  for (const { _id } of rows) await ctx.db.delete("farewells", _id);
  return rows.length > 0;
}

/**
 * Returns what a person is told about departures, their own and others', and
 * about verses that producers have deleted.
 */
export async function listNotices(
  ctx: ReadCtx,
  userId: Id<"users"> | undefined,
): Promise<LeavingNotices> {
  if (userId === undefined) return NO_NOTICES;
  const own = await findDeparture(ctx, userId);
  const going = await listVersesGoing(ctx, userId);
  const deleted = await listDeletedVerses(ctx, userId);
  return { keptAt: own?.keptAt ?? null, ...going, ...deleted };
}

/**
 * Returns the person's verses that will be removed with other people's beats:
 * the first fifty, and whether there are more.
 */
async function listVersesGoing(
  ctx: ReadCtx,
  rapperId: Id<"users">,
): Promise<{ going: VersesGoing[]; hasMoreGoing: boolean }> {
  const rows = await ctx.db
    .query("farewells")
    .withIndex("by_rapperId", (q) => q.eq("rapperId", rapperId))
    .take(MOST_SHOWN + 1);
  const shown = await Promise.all(
    rows.slice(0, MOST_SHOWN).map((row) => verseGoing(ctx, row)),
  );
  return {
    going: shown.filter((verse) => verse !== null),
    hasMoreGoing: rows.length > MOST_SHOWN,
  };
}

async function verseGoing(
  ctx: ReadCtx,
  { departureId, verseId }: Doc<"farewells">,
): Promise<VersesGoing | null> {
  const departure = await ctx.db.get("departures", departureId);
  const verse = await ctx.db.get("verses", verseId);
  if (departure?.keptAt !== null || verse === null) return null;
  const producer = await findProfile(ctx, departure.userId);
  const file = await ctx.db
    .query("files")
    .withIndex("by_storageId", (q) => q.eq("storageId", verse.storageId))
    .unique();
  return {
    verseId,
    beatTitle: verse.beat.title,
    producer: producer?.username ?? "",
    goesAt: departure.dueAt,
    fileUrl: await ctx.storage.getUrl(verse.storageId),
    extension: file?.extension ?? "webm",
  };
}
