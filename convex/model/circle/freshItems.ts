import type { Doc, Id } from "../../_generated/dataModel";
import type { FreshItem } from "../../shared/ears";
import { isApart } from "../apart";
import type { ReadCtx, WriteCtx } from "../contexts";
import { changeTotal, totalOf } from "../lists/listTotals";
import { findHearing, hasHeard, openHearing } from "./listens";

type UserId = Id<"users">;
type Hearing = Doc<"hearings">;
/** The last row that a page of results has looked at. */
type Place = Pick<Hearing, "rank" | "_creationTime">;

const ROWS_PER_PAGE = 60;
/**
 * The pages read in one call: enough that even somebody who has heard six
 * hundred fresh items gets the next one.
 */
const MOST_PAGES = 10;
const MOST_OF_ONE_ARTIST = 2;
/** How many older items became fresh when the site began to count listens. */
const OPENED_AT_FIRST = 200;
/** The name of a total that is above 0 once `openOld` has run. */
const OPENED = "hearings/opened";

/**
 * Returns part of the items that hardly anybody has heard, for one person: the
 * least heard first, then the newest, and at most two of one artist. Leaves out
 * the person's own items, items they have heard, and items of people whom they
 * have blocked or who have blocked them. Gives up after a limited number of
 * items that it leaves out. The part may then be empty although more items
 * follow.
 */
export async function listFresh(
  ctx: ReadCtx,
  userId: UserId,
  cursor: string | null,
) {
  let place = placeIn(cursor);
  for (let page = 1; ; page++) {
    const rows = await hearingsAfter(ctx, place);
    const items = await itemsFor(ctx, userId, rows);
    const last = rows.length < ROWS_PER_PAGE ? undefined : rows.at(-1);
    if (!last) return { items, next: null };
    place = last;
    if (items.length > 0 || page === MOST_PAGES)
      return { items, next: cursorOf(place) };
  }
}

const cursorOf = ({ rank, _creationTime }: Place) => `${rank} ${_creationTime}`;

/** Returns null for the start of the list. */
function placeIn(cursor: string | null): Place | null {
  if (cursor === null) return null;
  const [rank = NaN, _creationTime = NaN] = cursor.split(" ").map(Number);
  if (Number.isFinite(rank) && Number.isFinite(_creationTime))
    return { rank, _creationTime };
  throw new Error("The cursor is none that `listFresh` returned.");
}

/**
 * Returns the rows that follow a place. Several rows may have the same rank.
 */
async function hearingsAfter(
  ctx: ReadCtx,
  place: Place | null,
): Promise<Hearing[]> {
  if (place === null)
    return ctx.db
      .query("hearings")
      .withIndex("by_isFresh_and_rank", (q) => q.eq("isFresh", true))
      .take(ROWS_PER_PAGE);
  const { rank, _creationTime } = place;
  const equal = await ctx.db
    .query("hearings")
    .withIndex("by_isFresh_and_rank", (q) =>
      q.eq("isFresh", true).eq("rank", rank).gt("_creationTime", _creationTime),
    )
    .take(ROWS_PER_PAGE);
  const later = await ctx.db
    .query("hearings")
    .withIndex("by_isFresh_and_rank", (q) =>
      q.eq("isFresh", true).gt("rank", rank),
    )
    .take(ROWS_PER_PAGE - equal.length);
  return [...equal, ...later];
}

async function itemsFor(
  ctx: ReadCtx,
  userId: UserId,
  rows: readonly Hearing[],
): Promise<FreshItem[]> {
  const unheard = await withoutHeard(ctx, userId, rows);
  const near = await withoutApart(ctx, userId, fewOfEach(unheard));
  const found = await Promise.all(
    near.map((one) => findItem(ctx, userId, one)),
  );
  return found.filter((one) => one !== null);
}

/**
 * Returns null for a verse that is gone, or on the beat of somebody whom
 * a block separates from the person.
 */
async function findItem(
  ctx: ReadCtx,
  userId: UserId,
  { contentType, contentId }: Hearing,
): Promise<FreshItem | null> {
  const ofBeat = ctx.db.normalizeId("beats", contentId);
  if (ofBeat) return { contentType, contentId, beatId: ofBeat };
  const ofVerse = ctx.db.normalizeId("verses", contentId);
  const verse = ofVerse && (await ctx.db.get("verses", ofVerse));
  if (!verse || (await isApart(ctx, userId, verse.beat.producerId)))
    return null;
  return { contentType, contentId, beatId: verse.beatId };
}

async function withoutHeard(
  ctx: ReadCtx,
  userId: UserId,
  page: readonly Hearing[],
): Promise<Hearing[]> {
  const others = page.filter(({ ownerId }) => ownerId !== userId);
  const heard = await Promise.all(
    others.map(({ contentId }) => hasHeard(ctx, userId, contentId)),
  );
  return others.filter((_, index) => !heard[index]);
}

function fewOfEach(hearings: readonly Hearing[]): Hearing[] {
  const counts = new Map<UserId, number>();
  return hearings.filter(({ ownerId }) => {
    const count = (counts.get(ownerId) ?? 0) + 1;
    counts.set(ownerId, count);
    return count <= MOST_OF_ONE_ARTIST;
  });
}

async function withoutApart(
  ctx: ReadCtx,
  userId: UserId,
  hearings: readonly Hearing[],
): Promise<Hearing[]> {
  const owners = [...new Set(hearings.map(({ ownerId }) => ownerId))];
  const apart = await Promise.all(
    owners.map((ownerId) => isApart(ctx, userId, ownerId)),
  );
  const near = new Set(owners.filter((_, index) => !apart[index]));
  return hearings.filter(({ ownerId }) => near.has(ownerId));
}

/**
 * Makes the newest items from before the site counted listens fresh. Does so
 * only once. Still older items never become fresh.
 */
export async function openOld(ctx: WriteCtx): Promise<void> {
  if ((await totalOf(ctx, OPENED)) > 0) return;
  const items = await newestItems(ctx);
  for (const item of items)
    if ((await findHearing(ctx, item._id)) === null)
      await openHearing(ctx, item);
  await changeTotal(ctx, OPENED, Math.max(1, items.length), 0);
}

async function newestItems(
  ctx: ReadCtx,
): Promise<(Doc<"beats"> | Doc<"verses">)[]> {
  const beats = await ctx.db
    .query("beats")
    .withIndex("by_createdAt")
    .order("desc")
    .take(OPENED_AT_FIRST);
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_createdAt")
    .order("desc")
    .take(OPENED_AT_FIRST);
  return [...beats, ...verses]
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, OPENED_AT_FIRST);
}
