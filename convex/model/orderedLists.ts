import type { Sort } from "../shared/validators";

/**
 * A list that is shown in pages, greatest key first: the index range of its
 * items, and the name under which its length is kept.
 */
export interface OrderedList<Item> {
  readonly name: string;
  readonly sort: Sort;
  /** How many items lie between two landmarks at most; see landmarks.ts. */
  readonly span: number;
  keyOf(item: Item): number;
  /** The items whose key is at least `key`. */
  from(key: number): Range<Item>;
}

interface Range<Item> {
  order(order: "asc" | "desc"): { take(count: number): Promise<Item[]> };
}

export const LIST_SPAN = 64;

/** Below every key. */
export const LOWEST_KEY = 0;
