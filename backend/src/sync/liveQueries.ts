/**
 * Owns which queries run live and their latest results, each encoded once. Knows
 * nothing of sessions or sockets.
 *
 * Executions are shared: callers that ask for the same function with the same
 * arguments form one group. The first caller's execution serves the whole group
 * as long as it has not read the caller's identity. Once it has, the group is
 * *personal*: every identity has an execution of its own, and subscriptions of
 * other identities lose their result until their own arrives.
 *
 * A page that is watched keeps its end, told by its journal, whatever comes and
 * goes in it. Who asks without a journal gets a page that is chosen now: such a
 * caller shares only what a fresh execution would give as well.
 */
import type {
  Caller,
  FunctionCall,
  FunctionRuntime,
  LiveId,
  LiveResult,
  Publication,
} from "../functions/contract.ts";
import { encodeResult, type ModificationTail } from "./serverMessages.ts";

export interface LiveState {
  /** Differs whenever what clients have to be told differs. */
  readonly stamp: string;
  readonly tail: ModificationTail;
  readonly journal: string | null;
}

export interface LiveSubscription {
  /** null until the first result, and again while an own execution replaces a shared one. */
  readonly state: LiveState | null;
  close(): void;
}

export interface LiveQueriesOptions {
  /** How long a query without subscribers is kept up to date. */
  readonly lingerMs: number;
  readonly maxLingering: number;
}

type LiveRuntime = Pick<
  FunctionRuntime,
  "subscribe" | "unsubscribe" | "onPublication" | "publishedTs"
>;

interface Group {
  /** Every key the group is found under. */
  readonly keys: string[];
  readonly call: FunctionCall;
  readonly journal: string | null;
  personal: boolean;
  /** By identity when personal, else one entry under `sharedKey`. */
  readonly lives: Map<string, Live>;
}

interface Live {
  readonly id: LiveId;
  readonly group: Group;
  readonly caller: Caller;
  readonly subscribers: Set<Subscriber>;
  revision: number;
  state: LiveState | null;
}

/** There is one for each query of each client: it holds as little as it can. */
class Subscriber implements LiveSubscription {
  live: Live;
  readonly caller: Caller;
  readonly onChange: () => void;
  readonly #detach: (subscriber: Subscriber) => void;

  constructor(
    live: Live,
    caller: Caller,
    onChange: () => void,
    detach: (subscriber: Subscriber) => void,
  ) {
    this.live = live;
    this.caller = caller;
    this.onChange = onChange;
    this.#detach = detach;
  }

  get state(): LiveState | null {
    return this.live.state;
  }

  close(): void {
    this.#detach(this);
  }
}

const sharedKey = "*";

export class LiveQueries {
  readonly #runtime: LiveRuntime;
  readonly #options: LiveQueriesOptions;
  readonly #groups = new Map<string, Group>();
  readonly #lives = new Map<LiveId, Live>();
  /** Without subscribers, longest first. */
  readonly #lingering = new Map<Live, NodeJS.Timeout>();
  /** Functions seen to read the identity: no use in trying to share them first. */
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

  /** All states held here are consistent at this timestamp. */
  get ts(): bigint {
    return this.#ts;
  }

  get size(): number {
    return this.#lives.size;
  }

  /** Called after every publication has been taken in. */
  onPublished(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** `onChange` tells that `state` has changed, to a result or to null. */
  subscribe(
    call: FunctionCall,
    journal: string | null,
    onChange: () => void,
  ): LiveSubscription {
    const group = this.#groupOf(call, journal);
    const live = this.#liveOf(group, call.caller, journal);
    const { caller } = call;
    const subscriber = new Subscriber(live, caller, onChange, this.#detach);
    this.#attach(subscriber, live);
    return subscriber;
  }

  close(): void {
    for (const timer of this.#lingering.values()) clearTimeout(timer);
    for (const live of [...this.#lives.values()]) this.#stop(live);
  }

  #groupOf(call: FunctionCall, journal: string | null): Group {
    const key = groupKey(call, journal);
    const existing = this.#groups.get(key);
    if (existing !== undefined) return existing;
    const group: Group = {
      keys: [key],
      call,
      journal,
      personal: this.#personalPaths.has(pathKey(call)),
      lives: new Map(),
    };
    this.#groups.set(key, group);
    return group;
  }

  #liveOf(group: Group, caller: Caller, journal: string | null): Live {
    const key = group.personal ? identityKey(caller) : sharedKey;
    const existing = group.lives.get(key);
    const isOwedOwnPage =
      group.personal && journal === null && existing && isOldPage(existing);
    if (existing !== undefined && !isOwedOwnPage) return existing;
    const live: Live = {
      id: this.#nextId++,
      group,
      caller,
      subscribers: new Set(),
      revision: 0,
      state: null,
    };
    group.lives.set(key, live);
    this.#lives.set(live.id, live);
    this.#runtime.subscribe(live.id, { ...group.call, caller }, journal);
    return live;
  }

  #attach(subscriber: Subscriber, live: Live): void {
    subscriber.live = live;
    live.subscribers.add(subscriber);
    const timer = this.#lingering.get(live);
    if (timer === undefined) return;
    clearTimeout(timer);
    this.#lingering.delete(live);
  }

  readonly #detach = (subscriber: Subscriber): void => {
    const { live } = subscriber;
    if (live.subscribers.delete(subscriber)) this.#releaseIfUnused(live);
  };

  #releaseIfUnused(live: Live): void {
    if (live.subscribers.size > 0 || this.#lingering.has(live)) return;
    if (live.state === null || this.#options.lingerMs === 0) {
      this.#stop(live);
      return;
    }
    const timer = setTimeout(() => this.#stop(live), this.#options.lingerMs);
    timer.unref();
    this.#lingering.set(live, timer);
    if (this.#lingering.size > this.#options.maxLingering) {
      const [oldest] = this.#lingering.keys();
      if (oldest !== undefined) this.#stop(oldest);
    }
  }

  #stop(live: Live): void {
    const { group } = live;
    clearTimeout(this.#lingering.get(live));
    this.#lingering.delete(live);
    this.#lives.delete(live.id);
    for (const [key, other] of group.lives) {
      if (other === live) group.lives.delete(key);
    }
    if (group.lives.size === 0) {
      for (const key of group.keys) this.#groups.delete(key);
    }
    this.#runtime.unsubscribe(live.id);
  }

  #publish({ ts, updates }: Publication): void {
    this.#ts = BigInt(ts);
    for (const { liveId, result } of updates) {
      const live = this.#lives.get(liveId);
      if (live !== undefined) this.#setResult(live, result);
    }
    for (const listener of this.#listeners) listener();
  }

  #setResult(live: Live, result: LiveResult): void {
    const { group } = live;
    if (result.usedIdentity && !group.personal) this.#makePersonal(live);
    const tail = encodeResult(result);
    if (tail.signature === live.state?.tail.signature) return;
    live.revision += 1;
    live.state = {
      stamp: `${live.id}.${live.revision}`,
      tail,
      journal: result.journal,
    };
    if (!group.personal && this.#followJournal(live, result.journal)) return;
    for (const subscriber of live.subscribers) subscriber.onChange();
    this.#releaseIfUnused(live);
  }

  /**
   * The shared execution has read its caller's identity, so its result is for
   * that identity only. Everyone else moves away before the result is stored.
   */
  #makePersonal(live: Live): void {
    const { group } = live;
    this.#personalPaths.add(pathKey(group.call));
    group.personal = true;
    group.lives.clear();
    group.lives.set(identityKey(live.caller), live);

    const journal = live.state?.journal ?? group.journal;
    for (const subscriber of [...live.subscribers]) {
      const own = this.#liveOf(group, subscriber.caller, journal);
      if (own === live) continue;
      live.subscribers.delete(subscriber);
      this.#attach(subscriber, own);
      subscriber.onChange();
    }
  }

  /**
   * A client that reconnects names the journal it was given: it is this same
   * execution. True if another one serves its subscribers from now on.
   */
  #followJournal(live: Live, journal: string | null): boolean {
    if (journal === null) return false;
    const { group } = live;
    if (isOldPage(live)) this.#removeKey(group, groupKey(group.call, null));
    const key = groupKey(group.call, journal);
    const other = this.#groups.get(key);
    if (other === undefined) this.#addKey(group, key);
    const twin = other === group ? undefined : other?.lives.get(sharedKey);
    if (other === undefined || !twin?.state) return false;
    this.#join(live, twin, other);
    return true;
  }

  /** A page chosen just now ends where another does: they are one. */
  #join(live: Live, twin: Live, group: Group): void {
    for (const subscriber of live.subscribers) {
      this.#attach(subscriber, twin);
      subscriber.onChange();
    }
    live.subscribers.clear();
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

/** Its rows have changed since its end was chosen. */
function isOldPage({ state, revision }: Live): boolean {
  return state !== null && state.journal !== null && revision > 1;
}

/** Equal for callers that a function cannot tell apart. */
function identityKey({ identity, isAdmin }: Caller): string {
  return JSON.stringify([isAdmin, identity]);
}

function pathKey({ component, path }: FunctionCall): string {
  return `${component};${path}`;
}

function groupKey(call: FunctionCall, journal: string | null): string {
  const { component, path, args, caller } = call;
  return JSON.stringify([caller.isAdmin, component, path, args, journal]);
}
