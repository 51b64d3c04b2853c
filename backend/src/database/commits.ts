/** Commits: what transactions read and write, and when. */

/** Path of a mounted component: `""` is the app, `"a/b"` a nested component. */
export type ComponentPath = string;

/** Nanoseconds since the epoch. Strictly increasing: `max(now, last + 1)`. */
export type Timestamp = bigint;

/** A range of keys: `low` is inclusive, `high` exclusive. */
export interface Interval {
  readonly low: string;
  readonly high: string;
}

/** The index intervals a transaction has read, merged per index id. */
export interface ReadSet {
  readonly intervals: ReadonlyMap<number, readonly Interval[]>;
  intersects(writes: WriteSet): boolean;
}

/** The index keys a commit added, changed or removed, by index id. */
export type WriteSet = ReadonlyMap<number, ReadonlySet<string>>;

export interface Commit {
  readonly ts: Timestamp;
  readonly writes: WriteSet;
}

export interface SessionRequest {
  readonly sessionId: string;
  readonly requestId: number;
}

/**
 * A mutation's stored result. A client that resends the request gets this
 * result, and the mutation does not run twice.
 */
export interface StoredResponse {
  readonly ts: Timestamp;
  readonly resultJson: string;
  readonly logLines: readonly string[];
}
