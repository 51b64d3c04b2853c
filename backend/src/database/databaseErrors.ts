/** Errors that say that the database refused or lost a transaction. */
import { StorageFullError } from "../storage/storageErrors.ts";
import type { Commit } from "./commits.ts";

/**
 * Thrown when something the transaction read has changed since. Run the
 * transaction again.
 */
export class ConflictError extends Error {
  override readonly name = "ConflictError";
}

/**
 * `flush` throws this when the disk was full. The commits since the last flush
 * are undone, so do not tell clients about them. What a transaction has read
 * since that flush is stale if it intersects `lost`. New transactions read the
 * state before those commits.
 */
export class BatchLostError extends StorageFullError {
  override readonly name = "BatchLostError";
  readonly lost: readonly Commit[];

  constructor(message: string, lost: readonly Commit[]) {
    super(message);
    this.lost = lost;
  }
}

/** A mistake by the developer or the caller. Show the message unchanged. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}

/**
 * A query did not produce the cursor it was given. `usePaginatedQuery` looks for
 * this data, which reaches it in production too, and starts again from the first
 * page.
 */
export class InvalidCursorError extends DatabaseError {
  readonly data = {
    isConvexSystemError: true,
    paginationError: "InvalidCursor",
  };

  constructor() {
    super(
      "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this query has changed. The cursor belongs to another query: start again from `cursor: null`.",
    );
  }
}
