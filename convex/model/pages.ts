import { PAGE_SIZE } from "../shared/limits";
import type { ReadCtx } from "./contexts";
import { locateItem } from "./landmarks";
import { totalOf } from "./listTotals";
import type { OrderedList } from "./orderedLists";

/** As far from either end as a page is read from there, without landmarks. */
const NEAR = 20 * PAGE_SIZE;

export interface Page<Item> {
  items: Item[];
  page: number;
  pageCount: number;
  total: number;
}

/**
 * Page N, greatest key first; a page past the end is the last one. A page near
 * an end reads the index from that end, so only what is shown before it can
 * wake it; any other starts from a landmark. Either way the cost is bounded by
 * a constant, for every page of a list of any length.
 */
export async function readPage<Item>(
  ctx: ReadCtx,
  list: OrderedList<Item>,
  wanted: number,
): Promise<Page<Item>> {
  const total = await totalOf(ctx, list.name);
  const pageCount = Math.ceil(total / PAGE_SIZE);
  const page = clampPage(wanted, pageCount);
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

function clampPage(wanted: number, pageCount: number): number {
  const page = Number.isFinite(wanted) ? Math.floor(wanted) : 1;
  return Math.max(1, Math.min(page, pageCount));
}

export async function mapPage<Item, Card>(
  page: Page<Item>,
  toCard: (item: Item) => Promise<Card>,
): Promise<Page<Card>> {
  return { ...page, items: await Promise.all(page.items.map(toCard)) };
}
