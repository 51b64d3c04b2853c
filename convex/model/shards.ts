/**
 * A sum to which strangers add lies in several rows, its shards: on Convex, two
 * who write one row at a time wait for each other. Readers add them up.
 */
export const SHARDS = 16;

export const someShard = (shards = SHARDS) =>
  Math.floor(Math.random() * shards);
