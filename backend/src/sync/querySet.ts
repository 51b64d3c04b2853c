/**
 * The queries of one session and the results its client has already received.
 * Works out what the next Transition contains; does not send anything.
 */
import type { LiveState, LiveSubscription } from "./liveSubscription.ts";
import type { QueryId, StateVersion } from "./protocol.ts";
import { type Changed, changesThatFit, sizeOf } from "./resultLimit.ts";
import { encodeModification, encodeRemoval } from "./serverMessages.ts";

/** One query of the session. */
export interface Entry {
  readonly queryId: QueryId;
  readonly subscription: LiveSubscription;
  /** The journal the client sent, used until the first result has one. */
  readonly journal: string | null;
  /** Version of the query set in which the query was added. */
  readonly addedIn: number;
  /** The state the client received last; null before the first. */
  sent: LiveState | null;
}

/** One query result in a Transition. */
export interface ChangedResult {
  readonly queryId: QueryId;
  readonly state: LiveState;
}

/** Contents of the next Transition. Call `commit` once it has been sent. */
export interface Plan {
  readonly querySet: number;
  readonly identity: number;
  readonly results: readonly ChangedResult[];
  /**
   * True if the plan covers all queries and contains results only, so that
   * `markSentIfSame` may reuse it for other sessions.
   */
  readonly isRepeatable: boolean;
  /** Plans with equal keys have equal modifications; "" if there are none. */
  readonly key: string;
  modifications(): string[];
  commit(): void;
}

const NONE: readonly QueryId[] = [];

export class QuerySet {
  readonly #entries = new Map<QueryId, Entry>();
  #removed: readonly QueryId[] = NONE;
  /** True while results fail because they are too large together; see `plan`. */
  #isOverLimit = false;
  /** The version the client reaches once everything pending has been sent. */
  target: Pick<StateVersion, "querySet" | "identity"> = {
    querySet: 0,
    identity: 0,
  };

  get size(): number {
    return this.#entries.size;
  }

  has(queryId: QueryId): boolean {
    return this.#entries.has(queryId);
  }

  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  add(entry: Omit<Entry, "sent">): void {
    // An id may be used again before its removal was sent. The new result then
    // replaces the old one, and a later removal would delete the new one.
    this.#removed = this.#removed.filter((id) => id !== entry.queryId);
    this.#entries.set(entry.queryId, { ...entry, sent: null });
  }

  /** Replaces the subscription of a query after the identity has changed. */
  replace(
    { queryId, addedIn, sent, subscription: previous }: Entry,
    replacement: Pick<Entry, "subscription" | "journal">,
  ): void {
    this.#entries.set(queryId, { queryId, ...replacement, addedIn, sent });
    previous.close();
  }

  remove(queryId: QueryId): void {
    const entry = this.#entries.get(queryId);
    entry?.subscription.close();
    this.#entries.delete(queryId);
    // No removal is needed if the client has never received a result.
    if (entry?.sent) this.#removed = [...this.#removed, queryId];
  }

  clear(): void {
    for (const { subscription } of this.#entries.values()) subscription.close();
    this.#entries.clear();
  }

  /**
   * Returns true if `plan` would yield exactly these results and this version,
   * and then marks them as sent. When many clients watch the same queries, this
   * saves making a plan for most of them.
   *
   * Compares the states themselves, while `plan` compares their stamps. Both
   * find the same changes, since each result of an execution is one object with
   * a stamp of its own. Only refusals share a stamp between objects. A refused
   * query keeps its object, so it never counts as changed again, and the refusal
   * of another session never matches, so `plan` decides then.
   */
  markSentIfSame(
    results: readonly ChangedResult[],
    { querySet, identity }: Pick<StateVersion, "querySet" | "identity">,
  ): boolean {
    const { target } = this;
    if (target.querySet !== querySet || target.identity !== identity)
      return false;
    if (this.#removed.length > 0 || this.#isOverLimit) return false;
    let count = 0;
    for (const { queryId, subscription, sent } of this.#entries.values()) {
      const { state, isBehind } = subscription;
      if (state === null || isBehind) return false;
      if (state === sent) continue;
      const next = results[count];
      if (next?.state !== state || next.queryId !== queryId) return false;
      count += 1;
    }
    if (count !== results.length) return false;
    for (const { queryId, state } of results) {
      const entry = this.#entries.get(queryId);
      if (entry) entry.sent = state;
    }
    return true;
  }

  /**
   * Plans the next Transition from the version in `sent`. Returns null while
   * the client must wait: a query it already shows has no valid result yet, or
   * some results are missing while its identity is changing or before its first
   * query set is shown. At the first Transition, a client that has reconnected
   * forgets what it shows, so that Transition contains all results. A query
   * that is added later delays only itself. If all results together are larger
   * than `maxResultBytes`, the largest are replaced by failures.
   */
  plan(sent: StateVersion, maxResultBytes: number): Plan | null {
    let isComplete = true;
    let resultBytes = 0;
    let changes: Changed<Entry>[] = [];
    for (const entry of this.#entries.values()) {
      const { queryId, subscription } = entry;
      const { state, isBehind } = subscription;
      if (state === null || isBehind) {
        if (entry.addedIn <= sent.querySet) return null;
        isComplete = false;
        continue;
      }
      resultBytes += sizeOf(state);
      if (state.stamp !== entry.sent?.stamp)
        changes.push({ queryId, entry, state });
    }
    const mustBeComplete =
      sent.querySet === 0 || this.target.identity !== sent.identity;
    if (!isComplete && mustBeComplete) return null;
    const isOverLimit = resultBytes > maxResultBytes;
    this.#isOverLimit = isOverLimit;
    if (isOverLimit)
      changes = changesThatFit(this.#entries.values(), maxResultBytes);

    const results = isComplete
      ? changes
      : changes.filter(({ entry }) => entry.addedIn <= sent.querySet);
    const removed = isComplete ? this.#removed : NONE;
    const { querySet, identity } = isComplete ? this.target : sent;
    return {
      querySet,
      identity,
      results,
      isRepeatable:
        isComplete &&
        !isOverLimit &&
        removed.length === 0 &&
        results.length > 0,
      key: planKey(results, removed),
      modifications: () => [
        ...results.map(({ queryId, state }) =>
          encodeModification(queryId, state.tail),
        ),
        ...removed.map(encodeRemoval),
      ],
      commit: () => {
        for (const { entry, state } of results) entry.sent = state;
        if (isComplete) this.#removed = NONE;
      },
    };
  }
}

function planKey(
  results: readonly ChangedResult[],
  removed: readonly QueryId[],
): string {
  let key = "";
  for (const { queryId, state } of results) key += `${queryId}:${state.stamp},`;
  for (const queryId of removed) key += `-${queryId},`;
  return key;
}
