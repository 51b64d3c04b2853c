import type { FreshItem } from "../../../convex/shared/ears";

/** What a visit of `/fresh` has found so far, and which of it is shown. */
export interface FreshRound {
  readonly items: readonly FreshItem[];
  readonly index: number;
}

export const EMPTY_ROUND: FreshRound = { items: [], index: 0 };

/** Adds those that are not among them. */
export function addItems(
  { items, index }: FreshRound,
  found: readonly FreshItem[],
): FreshRound {
  const known = new Set(items.map(({ contentId }) => contentId));
  const added = found.filter(({ contentId }) => !known.has(contentId));
  return { items: [...items, ...added], index };
}

/** Moves on or back. One step beyond the last item is where more is loaded. */
export const moveBy = ({ items, index }: FreshRound, by: 1 | -1) => ({
  items,
  index: Math.min(Math.max(0, index + by), items.length),
});

/** Takes out what was deleted meanwhile; what follows takes its place. */
export function dropItem(
  { items, index }: FreshRound,
  contentId: string,
): FreshRound {
  const at = items.findIndex((one) => one.contentId === contentId);
  if (at === -1) return { items, index };
  const left = items.filter((_, place) => place !== at);
  return { items: left, index: at < index ? index - 1 : index };
}
