/** A time in the year 2286, in ms. Every creation time is lower. */
const NEVER = 1e13;

/**
 * Returns the sort key of the popular order: more votes first, then newer
 * first. It is a single number, so one index range serves any page.
 *
 * Floating point rounds off part of the creation time once an item has many
 * votes (about a second at a million votes). Items with equal keys still sort
 * by creation time, because Convex appends it to every index key.
 */
export const popularityOf = (voteCount: number, createdAt: number) =>
  voteCount + createdAt / NEVER;
