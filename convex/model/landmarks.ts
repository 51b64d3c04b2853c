import type { Doc } from "../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "./contexts";
import { totalOf } from "./listTotals";
import { LOWEST_KEY, type OrderedList } from "./orderedLists";

type Landmark = Doc<"landmarks">;
type Member = Pick<Landmark, "start" | "count">;

/**
 * Landmarks find the n-th item of a long list without walking to it. A landmark
 * of level 0 counts the items from its start to the next landmark, one of level
 * 1 sums those of level 0, and so on, each over at most `list.span`; a short list has
 * none. They hold no items, so a vote that stays between two landmarks writes
 * nothing here, and one that crosses writes only below their common ancestor.
 */
const nameOf = <Item>(list: OrderedList<Item>) => `${list.name}#${list.sort}`;

/** Call after the item and the total of its list have been written. */
export async function placeItem<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  key: number,
): Promise<void> {
  const landmark = await count(ctx, list, key, 1);
  const length = landmark?.count ?? (await totalOf(ctx, list.name));
  if (length > list.span) await settle(ctx, list, key, 0);
}

export async function displaceItem<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  key: number,
): Promise<void> {
  await count(ctx, list, key, -1);
}

/** The key of an item has changed, and is written. */
export async function moveItem<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  from: number,
  to: number,
): Promise<void> {
  for (let level = 0; ; level++) {
    const left = await landmarkAt(ctx, nameOf(list), level, from);
    const entered = await landmarkAt(ctx, nameOf(list), level, to);
    if (left === null || entered === null || left._id === entered._id) break;
    await change(ctx, left, -1);
    await change(ctx, entered, 1);
  }
  const landmark = await landmarkAt(ctx, nameOf(list), 0, to);
  if (landmark !== null && landmark.count > list.span) {
    await settle(ctx, list, to, 0);
  }
}

/** Where to start reading, and how many to skip, to meet the item at `position` from the low end. */
export async function locateItem<Item>(
  ctx: ReadCtx,
  list: OrderedList<Item>,
  position: number,
): Promise<{ start: number; skip: number }> {
  let start = LOWEST_KEY;
  let skip = position;
  for (let level = await topLevel(ctx, nameOf(list)); level >= 0; level--) {
    for (const landmark of await landmarksFrom(ctx, list, level, start)) {
      start = landmark.start;
      if (skip < landmark.count) break;
      skip -= landmark.count;
    }
  }
  return { start, skip };
}

async function count<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  key: number,
  by: number,
): Promise<Member | null> {
  let lowest: Member | null = null;
  for (let level = 0; ; level++) {
    const landmark = await landmarkAt(ctx, nameOf(list), level, key);
    if (landmark === null) return lowest;
    await change(ctx, landmark, by);
    lowest ??= { start: landmark.start, count: landmark.count + by };
  }
}

/** An emptied landmark goes, unless one of the level above begins at its start. */
async function change(ctx: WriteCtx, landmark: Landmark, by: number) {
  const { list, level, start } = landmark;
  const left = landmark.count + by;
  if (left === 0 && level === 0 && start !== LOWEST_KEY) {
    const above = await landmarkAt(ctx, list, 1, start);
    if (above?.start !== start) {
      return ctx.db.delete("landmarks", landmark._id);
    }
  }
  return ctx.db.patch("landmarks", landmark._id, { count: left });
}

/** Halves the landmark at `key` when it spans too much, then looks one level up. */
async function settle<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  key: number,
  level: number,
): Promise<void> {
  const landmark =
    (await landmarkAt(ctx, nameOf(list), level, key)) ??
    (await raise(ctx, list, level));
  if (landmark === null) return;
  const members = await membersOf(ctx, list, landmark);
  const cut = cutOf(members);
  const start = members[cut]?.start;
  if (members.length <= list.span || start === undefined) return;
  const kept = sum(members.slice(0, cut));
  await ctx.db.patch("landmarks", landmark._id, { count: kept });
  await ctx.db.insert("landmarks", {
    list: nameOf(list),
    level,
    start,
    count: landmark.count - kept,
  });
  await settle(ctx, list, key, level + 1);
}

/** The first landmark of a level, once the level below has too many members. */
async function raise<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  level: number,
): Promise<Landmark | null> {
  const root = { list: nameOf(list), level, start: LOWEST_KEY };
  const members = await membersOf(ctx, list, root);
  if (members.length <= list.span) return null;
  const length = level === 0 ? await totalOf(ctx, list.name) : sum(members);
  const id = await ctx.db.insert("landmarks", { ...root, count: length });
  return ctx.db.get("landmarks", id);
}

/** What a landmark spans, one more than the span at most: items, or landmarks of the level below. */
async function membersOf<Item>(
  ctx: ReadCtx,
  list: OrderedList<Item>,
  { level, start }: Pick<Landmark, "level" | "start">,
): Promise<Member[]> {
  const end = await nextStart(ctx, nameOf(list), level, start);
  const members =
    level === 0
      ? (
          await list
            .from(start)
            .order("asc")
            .take(list.span + 1)
        ).map((item) => ({
          start: list.keyOf(item),
          count: 1,
        }))
      : await landmarksFrom(ctx, list, level - 1, start);
  return members.filter((member) => member.start < end);
}

/** The place nearest the middle where the key changes; items with equal keys stay together. */
function cutOf(members: readonly Member[]): number {
  const middle = Math.floor(members.length / 2);
  for (let distance = 0; distance < middle; distance++) {
    for (const cut of [middle + distance, middle - distance]) {
      if (members[cut]?.start !== members[cut - 1]?.start) return cut;
    }
  }
  return -1;
}

const sum = (members: readonly Member[]) =>
  members.reduce((total, member) => total + member.count, 0);

const landmarkAt = (ctx: ReadCtx, list: string, level: number, key: number) =>
  ctx.db
    .query("landmarks")
    .withIndex("by_list_and_level_and_start", (q) =>
      q.eq("list", list).eq("level", level).lte("start", key),
    )
    .order("desc")
    .first();

const landmarksFrom = <Item>(
  ctx: ReadCtx,
  list: OrderedList<Item>,
  level: number,
  start: number,
) =>
  ctx.db
    .query("landmarks")
    .withIndex("by_list_and_level_and_start", (q) =>
      q.eq("list", nameOf(list)).eq("level", level).gte("start", start),
    )
    .take(list.span + 1);

async function nextStart(
  ctx: ReadCtx,
  list: string,
  level: number,
  start: number,
): Promise<number> {
  const next = await ctx.db
    .query("landmarks")
    .withIndex("by_list_and_level_and_start", (q) =>
      q.eq("list", list).eq("level", level).gt("start", start),
    )
    .first();
  return next?.start ?? Infinity;
}

async function topLevel(ctx: ReadCtx, list: string): Promise<number> {
  const highest = await ctx.db
    .query("landmarks")
    .withIndex("by_list_and_level_and_start", (q) => q.eq("list", list))
    .order("desc")
    .first();
  return highest?.level ?? -1;
}
