/**
 * Keeps track of the queries that run live and of their latest results, each
 * encoded once. Knows nothing about sessions or sockets.
 *
 * Callers that request the same function with the same arguments form one
 * group. A group has one execution for all its callers as long as the function
 * does not read the caller's identity. Once it does, the group becomes
 * *personal*: each identity gets its own execution, and subscriptions of other
 * identities have no result until their own arrives.
 *
 * A paginated query that is being watched keeps the end of its page, which its
 * journal records, even as rows are inserted and deleted. A caller without a
 * journal must get a page chosen now, so it shares an execution only if a fresh
 * one would return the same page.
 */
import type {
  Caller,
  FunctionCall,
  FunctionRuntime,
  LiveId,
  LiveResult,
  Publication,
} from "../runtime/contract/runtime.ts";
import type { LiveSubscription } from "./liveSubscription.ts";
import {
  type Group,
  groupKey,
  identityKey,
  isOldPage,
  type Live,
  liveKey,
  pathKey,
  sharedKey,
  type StateListener,
  Subscriber,
} from "./queryGroup.ts";
import { refusal, refusedQuery } from "./refusedQuery.ts";
import {
  chargeNewcomer,
  chargeResult,
  passOnCharge,
  releaseCharge,
  shortageText,
} from "./resultCharge.ts";
import { encodeResult } from "./serverMessages.ts";
import type { Watcher } from "./watcher.ts";

export interface LiveQueriesOptions {
  /** How long to keep a query up to date after its last subscriber has left. */
  readonly lingerMs: number;
  /**
   * How many queries without a subscriber are kept up to date; the oldest is
   * dropped first.
   */
  readonly maxLingering: number;
}

/**
 * Queries with larger arguments or results stop as soon as their last subscriber
 * leaves.
 */
const MAX_LINGERING_BYTES = 16 * 1024;
const MAX_LINGERING_RESULT_BYTES = 64 * 1024;

export interface SubscribeOptions {
  readonly watcher: Watcher;
  /** True if `watcher` has admitted this query before; skips the check. */
  readonly isAdmitted?: boolean;
  readonly listener: StateListener;
}

type LiveRuntime = Pick<
  FunctionRuntime,
  "subscribe" | "share" | "unsubscribe" | "onPublication" | "publishedTs"
>;

export class LiveQueries {
  readonly #runtime: LiveRuntime;
  readonly #options: LiveQueriesOptions;
  readonly #groups = new Map<string, Group>();
  readonly #lives = new Map<LiveId, Live>();
  /**
   * Executions without subscribers, with their stop timers; the oldest come
   * first.
   */
  readonly #lingering = new Map<Live, NodeJS.Timeout>();
  /**
   * Functions known to read the identity; their new groups start as personal.
   */
  readonly #personalPaths = new Set<string>();
  readonly #listeners: (() => void)[] = [];
  #nextId = 1;
  #ts: bigint;

  constructor(runtime: LiveRuntime, options: LiveQueriesOptions) {
    this.#runtime = runtime;
    this.#options = options;
    this.#ts = BigInt(runtime.publishedTs);
    runtime.onPublication((publication) => this.#publish(publication));
  }

  /** The timestamp at which all states held here are consistent. */
  get ts(): bigint {
    return this.#ts;
  }

  get size(): number {
    return this.#lives.size;
  }

  /** Calls `listener` after each publication has been applied. */
  onPublished(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Starts watching a query. If `watcher` refuses it, nothing runs and the
   * subscription holds a failure with the refusal's text.
   */
  subscribe(
    call: FunctionCall,
    journal: string | null,
    { watcher, isAdmitted = false, listener }: SubscribeOptions,
  ): LiveSubscription {
    const { caller } = call;
    const key = groupKey(call, journal);
    const existing = this.#groups.get(key);
    if (!isAdmitted) {
      const live = existing && this.#findLive(existing, caller, journal);
      const text = watcher.refusal(live, key.length);
      if (text !== null) return refusedQuery(text);
    }
    const group = existing ?? this.#makeGroup(key, call, journal);
    const live = this.#liveOf(group, caller, journal, watcher);
    const subscriber = new Subscriber(
      live,
      caller,
      watcher,
      listener,
      this.#detach,
    );
    this.#attach(subscriber, live);
    return subscriber;
  }

  close(): void {
    for (const timer of this.#lingering.values()) clearTimeout(timer);
    for (const live of [...this.#lives.values()]) this.#stop(live);
  }

  #makeGroup(key: string, call: FunctionCall, journal: string | null): Group {
    const group: Group = {
      keys: [key],
      call,
      journal,
      sizeBytes: key.length,
      personal: this.#personalPaths.has(pathKey(call)),
      lives: new Map(),
    };
    this.#groups.set(key, group);
    return group;
  }

  /** Returns the running execution that would serve this caller, if any. */
  #findLive(
    group: Group,
    caller: Caller,
    journal: string | null,
  ): Live | undefined {
    const existing = group.lives.get(liveKey(group, caller));
    const isOwedOwnPage =
      group.personal && journal === null && existing && isOldPage(existing);
    return isOwedOwnPage ? undefined : existing;
  }

  #liveOf(
    group: Group,
    caller: Caller,
    journal: string | null,
    { address }: Watcher,
  ): Live {
    const existing = this.#findLive(group, caller, journal);
    if (existing !== undefined) {
      if (!group.personal) this.#runtime.share(existing.id, caller, address);
      return existing;
    }
    const live: Live = {
      id: this.#nextId++,
      group,
      caller,
      subscribers: new Set(),
      revision: 0,
      state: null,
      isBehind: false,
      charge: null,
    };
    group.lives.set(liveKey(group, caller), live);
    this.#lives.set(live.id, live);
    const call = { ...group.call, caller };
    this.#runtime.subscribe(live.id, call, journal, address);
    return live;
  }

  #attach(subscriber: Subscriber, live: Live): void {
    subscriber.live = live;
    live.subscribers.add(subscriber);
    subscriber.watcher.add(live, subscriber.sizeBytes);
    chargeNewcomer(live, subscriber);
    const timer = this.#lingering.get(live);
    if (timer === undefined) return;
    clearTimeout(timer);
    this.#lingering.delete(live);
  }

  readonly #detach = (subscriber: Subscriber): void => {
    const { live } = subscriber;
    if (this.#leave(subscriber)) this.#releaseIfUnused(live);
  };

  /** Returns false if the subscriber had left already. */
  #leave(subscriber: Subscriber): boolean {
    const { live, watcher, sizeBytes } = subscriber;
    if (!live.subscribers.delete(subscriber)) return false;
    watcher.remove(live, sizeBytes);
    passOnCharge(live, subscriber);
    return true;
  }

  #releaseIfUnused(live: Live): void {
    if (live.subscribers.size > 0 || !this.#lives.has(live.id)) return;
    if (!this.#isWorthKeeping(live)) {
      this.#stop(live);
      return;
    }
    if (this.#lingering.has(live)) return;
    const timer = setTimeout(() => this.#stop(live), this.#options.lingerMs);
    timer.unref();
    this.#lingering.set(live, timer);
    if (this.#lingering.size > this.#options.maxLingering) {
      const [oldest] = this.#lingering.keys();
      if (oldest !== undefined) this.#stop(oldest);
    }
  }

  #isWorthKeeping({ group, state }: Live): boolean {
    return (
      this.#options.lingerMs > 0 &&
      group.sizeBytes <= MAX_LINGERING_BYTES &&
      state !== null &&
      state.tail.text.length <= MAX_LINGERING_RESULT_BYTES
    );
  }

  #stop(live: Live): void {
    const { group } = live;
    this.#lives.delete(live.id);
    clearTimeout(this.#lingering.get(live));
    this.#lingering.delete(live);
    releaseCharge(live);
    const key = liveKey(group, live.caller);
    if (group.lives.get(key) === live) group.lives.delete(key);
    if (group.lives.size === 0) {
      for (const key of group.keys) this.#groups.delete(key);
    }
    this.#runtime.unsubscribe(live.id);
  }

  #publish({ ts, updates, behind, current }: Publication): void {
    this.#ts = BigInt(ts);
    for (const liveId of behind) this.#setBehind(liveId, true);
    for (const liveId of current) this.#setBehind(liveId, false);
    for (const { liveId, result } of updates) {
      const live = this.#lives.get(liveId);
      if (live !== undefined) this.#setResult(live, result);
    }
    for (const listener of this.#listeners) listener();
  }

  /**
   * When an execution is current again, its subscribers may have held back
   * results.
   */
  #setBehind(liveId: LiveId, isBehind: boolean): void {
    const live = this.#lives.get(liveId);
    if (live === undefined || live.isBehind === isBehind) return;
    live.isBehind = isBehind;
    if (isBehind) return;
    for (const subscriber of live.subscribers)
      subscriber.listener.stateChanged();
  }

  #setResult(live: Live, result: LiveResult): void {
    const { group } = live;
    if (result.usedIdentity && !group.personal) this.#makePersonal(live);
    const tail = encodeResult(result);
    live.revision += 1;
    const isEqual = tail.signature === live.state?.tail.signature;
    if (!isEqual) {
      const shortage = chargeResult(live, tail.text.length);
      if (shortage !== null) {
        this.#refuse(live, shortageText(shortage));
        return;
      }
      live.state = {
        stamp: `${live.id}.${live.revision}`,
        tail,
        journal: result.journal,
      };
    }
    if (!group.personal && isOldPage(live)) {
      this.#removeKey(group, groupKey(group.call, null));
    }
    if (isEqual) return;
    if (!group.personal && this.#followJournal(live, result.journal)) return;
    for (const subscriber of live.subscribers)
      subscriber.listener.stateChanged();
    this.#releaseIfUnused(live);
  }

  /**
   * Ends an execution whose result is beyond the limits of everyone who watches
   * it. All of them get the failure; a later subscriber starts a new execution.
   */
  #refuse(live: Live, errorMessage: string): void {
    live.state = refusal(errorMessage);
    this.#stop(live);
    for (const subscriber of live.subscribers)
      subscriber.listener.stateChanged();
  }

  /**
   * Makes the group of `live` personal, because its execution has read the
   * caller's identity and its result is for that identity only. All other
   * subscribers move to their own executions before the result is stored.
   */
  #makePersonal(live: Live): void {
    const { group } = live;
    this.#personalPaths.add(pathKey(group.call));
    group.personal = true;
    group.lives.clear();
    group.lives.set(identityKey(live.caller), live);

    const journal = live.state?.journal ?? group.journal;
    for (const subscriber of [...live.subscribers]) {
      const { caller, watcher } = subscriber;
      const own = this.#liveOf(group, caller, journal, watcher);
      if (own === live) continue;
      this.#leave(subscriber);
      this.#attach(subscriber, own);
      subscriber.listener.stateChanged();
    }
  }

  /**
   * Also registers the group under the journal of its result, so that a client
   * that reconnects with that journal finds this execution again. Returns true
   * if another execution has that journal already and has taken over the
   * subscribers.
   */
  #followJournal(live: Live, journal: string | null): boolean {
    if (journal === null) return false;
    const { group } = live;
    const key = groupKey(group.call, journal);
    const other = this.#groups.get(key);
    if (other === undefined) this.#addKey(group, key);
    const twin = other === group ? undefined : other?.lives.get(sharedKey);
    if (other === undefined || !twin?.state) return false;
    this.#join(live, twin, other);
    return true;
  }

  /** Moves subscribers to `twin`, whose page ends in the same place. */
  #join(live: Live, twin: Live, group: Group): void {
    for (const subscriber of [...live.subscribers]) {
      this.#leave(subscriber);
      this.#attach(subscriber, twin);
      subscriber.listener.stateChanged();
    }
    this.#stop(live);
    this.#addKey(group, groupKey(group.call, null));
  }

  #addKey(group: Group, key: string): void {
    this.#groups.set(key, group);
    group.keys.push(key);
  }

  #removeKey(group: Group, key: string): void {
    const at = group.keys.indexOf(key);
    if (at < 0) return;
    group.keys.splice(at, 1);
    this.#groups.delete(key);
  }
}
