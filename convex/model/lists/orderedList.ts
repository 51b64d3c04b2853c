import type { Sort } from "../../shared/validators";

/**
 * A list that is shown in pages, highest key first. Combines the index range of
 * its items with the name that its length is stored under.
 */
export interface OrderedList<Item> {
  readonly name: string;
  readonly sort: Sort;
  /** Maximum number of items between two landmarks; see rankIndex.ts. */
  readonly span: number;
  /** The sort key of an item. */
  keyOf(item: Item): number;
  /** Returns the items whose key is at least `key`. */
  from(key: number): Range<Item>;
}

interface Range<Item> {
  order(order: "asc" | "desc"): { take(count: number): Promise<Item[]> };
}

export const LIST_SPAN = 64;

/** Lower than every key. */
export const LOWEST_KEY = 0;
