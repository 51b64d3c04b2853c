import type { FunctionCall } from "../runtime/contract/runtime.ts";
import type { ModificationTail } from "./serverMessages.ts";

export interface LiveState {
  /**
   * Changes whenever clients need an update. Each execution's result has a stamp
   * that no other has; refusals with the same text share one.
   */
  readonly stamp: string;
  /** The encoded result. */
  readonly tail: ModificationTail;
  /**
   * Pagination journal of the execution; null if the query does not paginate.
   */
  readonly journal: string | null;
}

export interface LiveSubscription {
  /**
   * Null until the first result. Becomes null again when the query turns out to
   * read the identity, until it has run for this caller alone.
   */
  readonly state: LiveState | null;
  /**
   * True while the query has to run again, so that `state` may be older than the
   * timestamp of `LiveQueries`.
   */
  readonly isBehind: boolean;
  /**
   * The call that is executed; null if the query was refused. Its `caller` may
   * belong to another subscription of the group.
   */
  readonly call: FunctionCall | null;
  close(): void;
}
