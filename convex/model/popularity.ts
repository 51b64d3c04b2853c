/** A millisecond of the year 2286: no creation time reaches it. */
const NEVER = 1e13;

/**
 * The key of the popular order: votes first, then the newest. One number, so
 * that a single index range serves any page. What rounding takes from the time
 * of a much-voted item (a second, at a million votes), the index gives back by
 * the creation time it appends to every key.
 */
export const popularityOf = (voteCount: number, createdAt: number) =>
  voteCount + createdAt / NEVER;
