import type { FunctionCall, LiveId } from "../contract/runtime.ts";
import type {
  ExecutionResult,
  LiveUpdate,
  Published,
  Subscription,
  ToExecutor,
} from "../messages/executorMessages.ts";

/**
 * How many groups of callers are remembered for a query that many watch. One of
 * them will have taken little time, so a caller with many expensive queries
 * cannot hold up a query that others watch too.
 */
const MOST_GROUPS = 8;
/**
 * The share of later callers who take the place of an earlier one. If all of
 * them did, a crowd that connects would cost the executor a message for each
 * caller.
 */
const SHARE_OF_NEWCOMERS = 1 / 64;

/**
 * Remembers every subscription and the result it last received, for the
 * executor that starts next.
 */
export class SubscriptionBook {
  readonly #subscriptions = new Map<LiveId, Subscription>();
  /**
   * Live queries that blocked an executor. They may run again with other code.
   */
  readonly #blocked = new Set<LiveId>();

  add(subscription: Subscription): void {
    this.#subscriptions.set(subscription.liveId, subscription);
  }

  /**
   * Notes that a caller of this group watches the query. Returns the groups
   * that are remembered for the query; null if they have not changed.
   */
  share(liveId: LiveId, turnGroup: string): readonly string[] | null {
    const subscription = this.get(liveId);
    if (!subscription || subscription.turnGroups.includes(turnGroup))
      return null;
    const isFull = subscription.turnGroups.length === MOST_GROUPS;
    if (isFull && Math.random() >= SHARE_OF_NEWCOMERS) return null;
    const turnGroups = [...subscription.turnGroups, turnGroup].slice(
      -MOST_GROUPS,
    );
    this.add({ ...subscription, turnGroups });
    return turnGroups;
  }

  remove(liveId: LiveId): void {
    this.#subscriptions.delete(liveId);
    this.#blocked.delete(liveId);
  }

  get(liveId: LiveId): Subscription | null {
    return this.#subscriptions.get(liveId) ?? null;
  }

  callOf(liveId: LiveId): FunctionCall | null {
    return this.get(liveId)?.call ?? null;
  }

  /**
   * Keeps the query from running again with this code, because it would block
   * again.
   */
  block(liveId: LiveId): void {
    this.#blocked.add(liveId);
  }

  unblockAll(): void {
    this.#blocked.clear();
  }

  /**
   * Records what subscribers receive. Returns only the updates of queries that
   * still have a subscriber.
   */
  note(updates: readonly LiveUpdate[]): LiveUpdate[] {
    return updates.filter(({ liveId, journal, fingerprint }) => {
      const subscription = this.#subscriptions.get(liveId);
      if (!subscription) return false;
      this.add({ ...subscription, journal, fingerprint });
      return true;
    });
  }

  runnable(): Map<LiveId, Subscription> {
    return new Map(
      [...this.#subscriptions].filter(([id]) => !this.#blocked.has(id)),
    );
  }

  /**
   * Returns the messages that bring up to date an executor that was started
   * with `sent`.
   */
  changesSince(sent: ReadonlyMap<LiveId, Subscription>): ToExecutor[] {
    const changes: ToExecutor[] = [];
    for (const [liveId, subscription] of this.runnable()) {
      const { turnGroups } = subscription;
      const known = sent.get(liveId);
      // A query must not be subscribed again: if clients were told that it is behind, it would
      // stay behind.
      if (!known) changes.push({ type: "subscribe", subscription });
      else if (known.turnGroups !== turnGroups)
        changes.push({ type: "share", liveId, turnGroups });
    }
    for (const liveId of sent.keys()) {
      if (this.#subscriptions.has(liveId)) continue;
      changes.push({ type: "unsubscribe", liveId });
    }
    return changes;
  }
}

/** Builds a publication of the failure of one query. */
export function failedUpdate(
  { liveId, journal }: Subscription,
  result: ExecutionResult,
): Published {
  const update = { ...{ liveId, result, journal }, usedIdentity: true };
  return {
    ...{ updates: [{ ...update, fingerprint: "" }], behind: [] },
    current: [liveId],
  };
}
