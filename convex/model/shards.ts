/**
 * A sum to which strangers add is split over several rows, its shards: on
 * Convex, two people who write the same row at once wait for each other.
 * Reading adds the shards up.
 */
export const SHARDS = 16;

export const someShard = (shards = SHARDS) =>
  Math.floor(Math.random() * shards);
