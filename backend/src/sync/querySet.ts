/**
 * The queries of one session and what its client has been told of them. Decides
 * what the next Transition says; sends nothing itself.
 */
import type { FunctionCall } from "../functions/contract.ts";
import type { LiveState, LiveSubscription } from "./liveQueries.ts";
import type { QueryId, StateVersion } from "./protocol.ts";
import { encodeModification, encodeRemoval } from "./serverMessages.ts";

export interface Entry {
  readonly call: FunctionCall;
  readonly subscription: LiveSubscription;
  /** As the client gave it, until there is a result. */
  readonly journal: string | null;
  /** The query set version that added it. */
  readonly addedIn: number;
  /** What the client was told last; null at first. */
  sent: LiveState | null;
}

/** Everything that is new for the client; `commit` notes that it has been told. */
export interface Plan {
  readonly querySet: number;
  readonly identity: number;
  /** Equal keys, equal modifications. */
  readonly key: string;
  modifications(): string[];
  commit(): void;
}

export class QuerySet {
  readonly #entries = new Map<QueryId, Entry>();
  #removed: QueryId[] = [];
  /** What the client will know once everything that is pending has been told. */
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

  entries(): Iterable<[QueryId, Entry]> {
    return this.#entries;
  }

  add(queryId: QueryId, entry: Omit<Entry, "sent">): void {
    this.#entries.set(queryId, { ...entry, sent: null });
  }

  /** The same query under another identity. */
  replace(
    queryId: QueryId,
    { addedIn, sent, subscription: previous }: Entry,
    replacement: Pick<Entry, "call" | "subscription" | "journal">,
  ): void {
    this.#entries.set(queryId, { ...replacement, addedIn, sent });
    previous.close();
  }

  remove(queryId: QueryId): void {
    this.#entries.get(queryId)?.subscription.close();
    this.#entries.delete(queryId);
    this.#removed.push(queryId);
  }

  clear(): void {
    for (const { subscription } of this.#entries.values()) subscription.close();
    this.#entries.clear();
  }

  /**
   * null while the client cannot be told anything: a query it already shows has
   * no result at the present timestamp, or its identity changes and not all
   * results are there. Queries that were just added hold back only themselves.
   */
  plan(sent: StateVersion): Plan | null {
    let isComplete = true;
    const changes: { queryId: QueryId; entry: Entry; state: LiveState }[] = [];
    for (const [queryId, entry] of this.#entries) {
      const { state } = entry.subscription;
      if (state === null) {
        if (entry.addedIn <= sent.querySet) return null;
        isComplete = false;
      } else if (state.stamp !== entry.sent?.stamp) {
        changes.push({ queryId, entry, state });
      }
    }
    if (!isComplete && this.target.identity !== sent.identity) return null;

    const told = isComplete
      ? changes
      : changes.filter(({ entry }) => entry.addedIn <= sent.querySet);
    const removed = isComplete ? this.#removed : [];
    const { querySet, identity } = isComplete ? this.target : sent;
    return {
      querySet,
      identity,
      key: planKey(told, removed),
      modifications: () => [
        ...told.map(({ queryId, state }) =>
          encodeModification(queryId, state.tail),
        ),
        ...removed.map(encodeRemoval),
      ],
      commit: () => {
        for (const { entry, state } of told) entry.sent = state;
        if (isComplete) this.#removed = [];
      },
    };
  }
}

function planKey(
  told: readonly { queryId: QueryId; state: LiveState }[],
  removed: readonly QueryId[],
): string {
  let key = "";
  for (const { queryId, state } of told) key += `${queryId}:${state.stamp},`;
  for (const queryId of removed) key += `-${queryId},`;
  return key;
}
