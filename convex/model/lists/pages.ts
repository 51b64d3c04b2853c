import { appError } from "../errors";
import { PAGE_SIZE } from "../../shared/limits";
import { isPageNumber } from "../../shared/pageWindow";
import type { ReadCtx } from "../contexts";
import { locateItem } from "./rankIndex";
import { totalOf } from "./listTotals";
import type { OrderedList } from "./orderedList";

/**
 * Pages within this many items of either end are read from that end, without
 * landmarks.
 */
const NEAR = 20 * PAGE_SIZE;

/** One page of a list. `pageCount` is 0 for an empty list. */
export interface Page<Item> {
  items: Item[];
  page: number;
  pageCount: number;
  total: number;
}

/**
 * Reads page `wanted`, highest key first; a page past the end gives the last
 * one. A null list gives one empty page.
 *
 * A query of a page near an end reads the list from that end, so only changes
 * to the items that it passes rerun the query. Any other page starts at a
 * landmark. In both cases the cost has a constant bound, for any page of a list
 * of any length.
 * @throws PAGE_INVALID if `wanted` is not a page number
 */
export async function readPage<Item>(
  ctx: ReadCtx,
  list: OrderedList<Item> | null,
  wanted: number,
): Promise<Page<Item>> {
  if (!isPageNumber(wanted)) throw appError("PAGE_INVALID");
  if (list === null) return { items: [], page: 1, pageCount: 0, total: 0 };
  const total = await totalOf(ctx, list.name);
  const pageCount = Math.ceil(total / PAGE_SIZE);
  const page = Math.max(1, Math.min(wanted, pageCount));
  const before = (page - 1) * PAGE_SIZE;
  const size = Math.min(PAGE_SIZE, total - before);
  const items = await readItems(ctx, list, { before, size, total });
  return { items, page, pageCount, total };
}

async function readItems<Item>(
  ctx: ReadCtx,
  list: OrderedList<Item>,
  { before, size, total }: { before: number; size: number; total: number },
): Promise<Item[]> {
  const after = total - before - size;
  if (before + size <= NEAR) {
    const read = await fromTop(list, before + size);
    return read.slice(before);
  }
  const { start, skip } =
    after + size <= NEAR
      ? { start: 0, skip: after }
      : await locateItem(ctx, list, after);
  const read = await list
    .from(start)
    .order("asc")
    .take(skip + size);
  return read.slice(skip).reverse();
}

const fromTop = <Item>(list: OrderedList<Item>, count: number) =>
  list.from(0).order("desc").take(count);

/** Replaces each item of a page by its summary. */
export async function mapPage<Item, Summary>(
  page: Page<Item>,
  summarize: (item: Item) => Promise<Summary>,
): Promise<Page<Summary>> {
  return { ...page, items: await Promise.all(page.items.map(summarize)) };
}
