import type { FreshItem } from "../../../convex/shared/ears";

/** The items that a visit to `/fresh` has loaded so far, and the index of the one that is shown. */
export interface FreshRound {
  readonly items: readonly FreshItem[];
  readonly index: number;
}

export const EMPTY_ROUND: FreshRound = { items: [], index: 0 };

/** Adds the found items that are not in the list yet. */
export function addItems(
  { items, index }: FreshRound,
  found: readonly FreshItem[],
): FreshRound {
  const known = new Set(items.map(({ contentId }) => contentId));
  const added = found.filter(({ contentId }) => !known.has(contentId));
  return { items: [...items, ...added], index };
}

/** Moves forward or back. One step beyond the last item, more items are loaded. */
export const moveBy = ({ items, index }: FreshRound, by: 1 | -1) => ({
  items,
  index: Math.min(Math.max(0, index + by), items.length),
});

/** Removes an item that was deleted meanwhile; the next item takes its place. */
export function dropItem(
  { items, index }: FreshRound,
  contentId: string,
): FreshRound {
  const at = items.findIndex((one) => one.contentId === contentId);
  if (at === -1) return { items, index };
  const left = items.filter((_, place) => place !== at);
  return { items: left, index: at < index ? index - 1 : index };
}
