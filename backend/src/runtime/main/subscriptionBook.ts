import type { FunctionCall, LiveId } from "../contract/runtime.ts";
import type {
  ExecutionResult,
  LiveUpdate,
  Published,
  Subscription,
  ToExecutor,
} from "../messages/executorMessages.ts";

/**
 * How many callers of a query that many watch are known. One of them will have taken little
 * time: a caller with many expensive queries cannot hold up one that others watch.
 */
const MOST_GROUPS = 8;
/**
 * The part of later callers who take the place of an earlier one. If all did, each
 * of a crowd that connects would cost the executor a message.
 */
const SHARE_OF_NEWCOMERS = 1 / 64;

/**
 * Remembers every subscription and the result it last received, for the
 * executor that starts next.
 */
export class SubscriptionBook {
  readonly #subscriptions = new Map<LiveId, Subscription>();
  /** Live queries that blocked an executor. Other code may do better. */
  readonly #blocked = new Set<LiveId>();

  add(subscription: Subscription): void {
    this.#subscriptions.set(subscription.liveId, subscription);
  }

  /** Returns who is known to watch the query; null if that stays as it is. */
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
   * Returns the messages that bring an executor up to date that was started
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

/** Publishes a failure of one query. */
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
