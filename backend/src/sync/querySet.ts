/**
 * The queries of one session and what its client has been told of them. Decides
 * what the next Transition says; sends nothing itself.
 */
import type { FunctionCall } from "../functions/contract.ts";
import type { LiveState, LiveSubscription } from "./liveQueries.ts";
import type { QueryId, StateVersion } from "./protocol.ts";
import { encodeModification, encodeRemoval } from "./serverMessages.ts";

export interface Entry {
  readonly queryId: QueryId;
  readonly call: FunctionCall;
  readonly subscription: LiveSubscription;
  /** As the client gave it, until there is a result. */
  readonly journal: string | null;
  /** The query set version that added it. */
  readonly addedIn: number;
  /** What the client was told last; null at first. */
  sent: LiveState | null;
}

export interface Told {
  readonly queryId: QueryId;
  readonly state: LiveState;
}

/** Everything that is new for the client; `commit` notes that it has been told. */
export interface Plan {
  readonly querySet: number;
  readonly identity: number;
  readonly told: readonly Told[];
  /** It tells of all queries, and of nothing but results: `tellIfDue` may repeat it. */
  readonly isRepeatable: boolean;
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

  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  add(entry: Omit<Entry, "sent">): void {
    this.#entries.set(entry.queryId, { ...entry, sent: null });
  }

  /** The same query under another identity. */
  replace(
    { queryId, addedIn, sent, subscription: previous }: Entry,
    replacement: Pick<Entry, "call" | "subscription" | "journal">,
  ): void {
    this.#entries.set(queryId, { queryId, ...replacement, addedIn, sent });
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
   * Whether the plan would be to tell just this and reach this version, as it is
   * for most of many clients that watch the same. If so, it counts as told; no
   * plan is made for it.
   */
  tellIfDue(
    told: readonly Told[],
    { querySet, identity }: Pick<StateVersion, "querySet" | "identity">,
  ): boolean {
    const { target } = this;
    if (target.querySet !== querySet || target.identity !== identity)
      return false;
    if (this.#removed.length > 0) return false;
    let count = 0;
    for (const { queryId, subscription, sent } of this.#entries.values()) {
      const { state } = subscription;
      if (state === null) return false;
      if (state === sent) continue;
      const next = told[count];
      if (next?.state !== state || next.queryId !== queryId) return false;
      count += 1;
    }
    if (count !== told.length) return false;
    for (const entry of this.#entries.values()) {
      entry.sent = entry.subscription.state;
    }
    return true;
  }

  /**
   * null while the client cannot be told anything: a query it already shows has
   * no result at the present timestamp, or its identity changes and not all
   * results are there. Queries that were just added hold back only themselves.
   */
  plan(sent: StateVersion): Plan | null {
    let isComplete = true;
    const changes: (Told & { entry: Entry })[] = [];
    for (const entry of this.#entries.values()) {
      const { queryId, subscription } = entry;
      const { state } = subscription;
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
      told,
      isRepeatable: isComplete && removed.length === 0 && told.length > 0,
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

function planKey(told: readonly Told[], removed: readonly QueryId[]): string {
  let key = "";
  for (const { queryId, state } of told) key += `${queryId}:${state.stamp},`;
  for (const queryId of removed) key += `-${queryId},`;
  return key;
}
