import type { Doc, Id } from "../../_generated/dataModel";
import type { FreshItem } from "../../shared/ears";
import { isApart } from "../apart";
import type { ReadCtx, WriteCtx } from "../contexts";
import { changeTotal, totalOf } from "../lists/listTotals";
import { findHearing, hasHeard, openHearing } from "./listens";

type UserId = Id<"users">;
type Hearing = Doc<"hearings">;

const ROWS_PER_PAGE = 60;
const MOST_OF_ONE_ARTIST = 2;
/** So many items were opened when listens began to count. */
const OPENED_AT_FIRST = 200;
/** Its length says that they were opened. */
const OPENED = "hearings/opened";

/**
 * Returns part of what hardly anybody has heard, for one person: the least heard
 * first, among equals the newest first, and at most two of one artist. Leaves out
 * what is their own, what they have heard, and what is across a block. A part may
 * be empty although others follow.
 */
export async function listFresh(
  ctx: ReadCtx,
  userId: UserId,
  cursor: string | null,
) {
  const { page, isDone, continueCursor } = await ctx.db
    .query("hearings")
    .withIndex("by_isFresh_and_rank", (q) => q.eq("isFresh", true))
    .paginate({ cursor, numItems: ROWS_PER_PAGE });
  const unheard = await withoutHeard(ctx, userId, page);
  const near = await withoutApart(ctx, userId, fewOfEach(unheard));
  const found = await Promise.all(
    near.map((one) => findItem(ctx, userId, one)),
  );
  const items = found.filter((one) => one !== null);
  return { items, next: isDone ? null : continueCursor };
}

/** Returns null for a verse on the beat of somebody across a block. */
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
 * Lets the newest items that were there before listens counted be heard as well.
 * Does it once; the older ones are as good as heard.
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
