import type { Doc, Id } from "../../_generated/dataModel";
import type { CircleHealth } from "../../shared/health";
import { DAY_MS, HOUR_MS } from "../../shared/limits";
import { isArtist } from "../../shared/roles";
import type { ReadCtx } from "../contexts";
import { isConfirmed } from "../profiles/isConfirmed";

/**
 * Measures whether people hear and answer each other, from rows that are stored
 * for other reasons. Looks only at the newest verses and people, so that it
 * reads a bounded number of rows: at most 3,701 ranges and 7,500 rows. Convex
 * allows 4,096 and 32,000.
 */
const PERIOD_MS = 30 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/**
 * Verses younger than this are left out: their first listen or answer may still
 * come.
 */
const TIME_FOR_LISTEN_MS = DAY_MS;
const TIME_FOR_ANSWER_MS = 3 * DAY_MS;

const MOST_VERSES = 500;
const MOST_PEOPLE = 600;
const MOST_NEWCOMERS = 100;
const MOST_WORKS = 8;

type Verse = Doc<"verses">;
type Moment = number | null;

/** Returns the numbers of the thirty days before `now`. */
export async function circleHealth(
  ctx: ReadCtx,
  now: number,
): Promise<Omit<CircleHealth, "mics">> {
  const olderThan = (ms: number) =>
    versesBetween(ctx, now - PERIOD_MS, now - ms);
  return {
    firstListen: await medianWait(
      await olderThan(TIME_FOR_LISTEN_MS),
      (verse) => firstListenAt(ctx, verse),
    ),
    firstAnswer: await medianWait(
      await olderThan(TIME_FOR_ANSWER_MS),
      (verse) => firstAnswerAt(ctx, verse._id),
    ),
    newcomers: await newcomersAnswered(ctx, now),
  };
}

const versesBetween = (ctx: ReadCtx, from: number, to: number) =>
  ctx.db
    .query("verses")
    .withIndex("by_createdAt", (q) =>
      q.gte("createdAt", from).lte("createdAt", to),
    )
    .order("desc")
    .take(MOST_VERSES);

/** A verse that nobody has heard or answered yet counts as the longest wait. */
async function medianWait(
  verses: readonly Verse[],
  momentOf: (verse: Verse) => Promise<Moment>,
): Promise<CircleHealth["firstListen"]> {
  const moments = await Promise.all(verses.map(momentOf));
  const waits = verses
    .map(({ createdAt }, at) => (moments[at] ?? Infinity) - createdAt)
    .toSorted((a, b) => a - b);
  const middle = waits[Math.floor((waits.length - 1) / 2)] ?? Infinity;
  const medianHours = Number.isFinite(middle) ? hours(middle) : null;
  return { verses: verses.length, medianHours };
}

const hours = (ms: number) => Math.round((10 * ms) / HOUR_MS) / 10;

/**
 * The index lists the listens of one verse by time, so the first row is the
 * first listen.
 */
async function firstListenAt(ctx: ReadCtx, { _id }: Verse): Promise<Moment> {
  const listen = await ctx.db
    .query("listens")
    .withIndex("by_contentId", (q) => q.eq("contentId", _id))
    .first();
  return listen?.at ?? null;
}

async function firstAnswerAt(
  ctx: ReadCtx,
  verseId: Id<"verses">,
): Promise<Moment> {
  const answer = await ctx.db
    .query("verses")
    .withIndex("by_answersId_and_createdAt", (q) => q.eq("answersId", verseId))
    .first();
  return answer?.createdAt ?? null;
}

/**
 * Returns which share of the artists whose first week ended in the period got a
 * vote or an answer in that week.
 */
async function newcomersAnswered(
  ctx: ReadCtx,
  now: number,
): Promise<CircleHealth["newcomers"]> {
  const artists = await newArtists(ctx, now);
  const answered = await Promise.all(
    artists.map((one) => isAnsweredInWeek(ctx, one)),
  );
  const share = answered.filter(Boolean).length / artists.length;
  return {
    artists: artists.length,
    answeredShare: artists.length === 0 ? null : Math.round(100 * share) / 100,
  };
}

async function newArtists(
  ctx: ReadCtx,
  now: number,
): Promise<Doc<"profiles">[]> {
  const weekAgo = now - WEEK_MS;
  const people = await ctx.db
    .query("profiles")
    .withIndex("by_creation_time", (q) =>
      q.gte("_creationTime", weekAgo - PERIOD_MS).lte("_creationTime", weekAgo),
    )
    .order("desc")
    .take(MOST_PEOPLE);
  const artists = people.filter(({ role }) => isArtist(role));
  const newest = artists.slice(0, MOST_NEWCOMERS);
  const confirmed = await Promise.all(
    newest.map(({ userId }) => isConfirmed(ctx, userId)),
  );
  return newest.filter((_, at) => confirmed[at]);
}

async function isAnsweredInWeek(
  ctx: ReadCtx,
  { userId, _creationTime }: Doc<"profiles">,
): Promise<boolean> {
  const until = _creationTime + WEEK_MS;
  const { beats, verses } = await firstWorks(ctx, userId, until);
  const moments = await Promise.all([
    ...[...beats, ...verses].map(({ _id }) => firstVoteAt(ctx, _id)),
    ...verses.map(({ _id }) => firstAnswerAt(ctx, _id)),
  ]);
  return moments.some((at) => at !== null && at <= until);
}

async function firstWorks(ctx: ReadCtx, userId: Id<"users">, until: number) {
  const beats = await ctx.db
    .query("beats")
    .withIndex("by_producerId_and_createdAt", (q) =>
      q.eq("producerId", userId).lte("createdAt", until),
    )
    .take(MOST_WORKS);
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_rapperId_and_createdAt", (q) =>
      q.eq("rapperId", userId).lte("createdAt", until),
    )
    .take(MOST_WORKS);
  return { beats, verses };
}

async function firstVoteAt(
  ctx: ReadCtx,
  contentId: Doc<"votes">["contentId"],
): Promise<Moment> {
  const vote = await ctx.db
    .query("votes")
    .withIndex("by_contentId", (q) => q.eq("contentId", contentId))
    .first();
  return vote?.createdAt ?? null;
}
