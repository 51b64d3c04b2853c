import type { Doc } from "../../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../contexts";
import { totalOf } from "./listTotals";
import { LOWEST_KEY, type OrderedList } from "./orderedList";

/**
 * The rank index finds the n-th item of a long list without reading the items
 * before it. Its entries are landmarks. A landmark of level 0 counts the items
 * from its start to the next landmark, one of level 1 sums landmarks of level
 * 0, and so on. Each covers at most `list.span` of them. A short list has no
 * landmarks.
 *
 * Landmarks hold no items. A vote that moves an item within one landmark
 * therefore writes nothing here, and one that moves it further writes only
 * below the common ancestor of both positions.
 *
 * Callers write the item and the total of its list before they call this
 * module.
 */
type Landmark = Doc<"landmarks">;
type Child = Pick<Landmark, "start" | "count">;

/** The name that the landmarks of a list are stored under. */
export const nameOf = <Item>(list: OrderedList<Item>) =>
  `${list.name}#${list.sort}`;

/**
 * Records a new item. Call after writing the item and the total of its list.
 */
export async function addItem<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  key: number,
): Promise<void> {
  const landmark = await count(ctx, list, key, 1);
  const length = landmark?.count ?? (await totalOf(ctx, list.name));
  if (length > list.span) await settle(ctx, list, key, 0);
}

/**
 * Records that an item is gone. Call after deleting it and updating the total.
 */
export async function removeItem<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  key: number,
): Promise<void> {
  await count(ctx, list, key, -1);
}

/** Records that an item's key has changed. Call after writing the item. */
export async function moveItem<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  from: number,
  to: number,
): Promise<void> {
  let reached = 0;
  for (let level = 0; ; level++) {
    const high = await landmarkAt(ctx, nameOf(list), level, Math.max(from, to));
    if (high === null) break;
    const isWithin = high.start <= Math.min(from, to);
    if (isWithin && level === 0) reached = high.count;
    if (isWithin) break;
    const low = await landmarkAt(ctx, nameOf(list), level, Math.min(from, to));
    if (low === null) break;
    const [left, entered] = from < to ? [low, high] : [high, low];
    await change(ctx, left, -1);
    await change(ctx, entered, 1);
    if (level === 0) reached = entered.count + 1;
  }
  if (reached > list.span) await settle(ctx, list, to, 0);
}

/**
 * Finds the item at `position`, counted from the low end: read the list from
 * key `start` in ascending order and skip the first `skip` items.
 */
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
): Promise<Child | null> {
  let lowest: Child | null = null;
  for (let level = 0; ; level++) {
    const landmark = await landmarkAt(ctx, nameOf(list), level, key);
    if (landmark === null) return lowest;
    await change(ctx, landmark, by);
    lowest ??= { start: landmark.start, count: landmark.count + by };
  }
}

/**
 * Changes a landmark's count. Deletes it once it is empty, unless a landmark of
 * the level above starts at the same key.
 */
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

/**
 * Splits the landmark at `key` if it covers too much, then checks the level
 * above.
 */
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
  const children = await childrenOf(ctx, list, landmark);
  const cut = cutOf(children);
  const start = children[cut]?.start;
  if (children.length <= list.span || start === undefined) return;
  const kept = sum(children.slice(0, cut));
  await ctx.db.patch("landmarks", landmark._id, { count: kept });
  await ctx.db.insert("landmarks", {
    list: nameOf(list),
    level,
    start,
    count: landmark.count - kept,
  });
  await settle(ctx, list, key, level + 1);
}

/**
 * Creates the first landmark of a level if the level below has too many
 * children. Returns null if it does not.
 */
async function raise<Item>(
  ctx: WriteCtx,
  list: OrderedList<Item>,
  level: number,
): Promise<Landmark | null> {
  const root = { list: nameOf(list), level, start: LOWEST_KEY };
  const children = await childrenOf(ctx, list, root);
  if (children.length <= list.span) return null;
  const length = level === 0 ? await totalOf(ctx, list.name) : sum(children);
  const id = await ctx.db.insert("landmarks", { ...root, count: length });
  return ctx.db.get("landmarks", id);
}

/**
 * Returns the children of a landmark, at most one more than the span: items at
 * level 0, otherwise landmarks of the level below.
 */
async function childrenOf<Item>(
  ctx: ReadCtx,
  list: OrderedList<Item>,
  { level, start }: Pick<Landmark, "level" | "start">,
): Promise<Child[]> {
  const end = await nextStart(ctx, nameOf(list), level, start);
  const children =
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
  return children.filter((child) => child.start < end);
}

/**
 * Returns the index closest to the middle where the key changes, or -1 if it
 * never does. Items with equal keys stay together.
 */
function cutOf(children: readonly Child[]): number {
  const middle = Math.floor(children.length / 2);
  for (let distance = 0; distance < middle; distance++) {
    for (const cut of [middle + distance, middle - distance]) {
      if (children[cut]?.start !== children[cut - 1]?.start) return cut;
    }
  }
  return -1;
}

const sum = (children: readonly Child[]) =>
  children.reduce((total, child) => total + child.count, 0);

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
