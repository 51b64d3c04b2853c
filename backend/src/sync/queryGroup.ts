/**
 * Groups of callers that request the same function with the same arguments,
 * their executions, and the keys under which both are found. See `LiveQueries`
 * for when callers share an execution.
 */
import type { HeldBytes } from "../admission/byteBudget.ts";
import type {
  Caller,
  FunctionCall,
  LiveId,
} from "../runtime/contract/runtime.ts";
import type { LiveState, LiveSubscription } from "./liveSubscription.ts";
import type { Watcher } from "./watcher.ts";

/**
 * An object rather than a function because every query of every client has one.
 */
export interface StateListener {
  /** Called when `state` has changed to a result or to null. */
  stateChanged(): void;
}

export interface Group {
  /** All keys under which `#groups` holds this group. */
  readonly keys: string[];
  readonly call: FunctionCall;
  readonly journal: string | null;
  /** Size of the key, which contains the arguments and the journal. */
  readonly sizeBytes: number;
  personal: boolean;
  /**
   * One execution per identity if personal, otherwise a single one under
   * `sharedKey`.
   */
  readonly lives: Map<string, Live>;
}

/** One execution, shared by all its subscribers. */
export interface Live {
  readonly id: LiveId;
  readonly group: Group;
  readonly caller: Caller;
  readonly subscribers: Set<Subscriber>;
  /** Counts the results received, including those equal to the previous one. */
  revision: number;
  state: LiveState | null;
  /** Whether `state` may be older than the latest publication. */
  isBehind: boolean;
  /** The subscriber who is charged with a large result; null if nobody is. */
  charge: { readonly payer: Subscriber; readonly held: HeldBytes } | null;
}

/**
 * Every query of every client has a subscriber, so the class has few fields.
 */
export class Subscriber implements LiveSubscription {
  live: Live;
  readonly caller: Caller;
  readonly watcher: Watcher;
  /** Size passed to `watcher.add`, needed again for `remove`. */
  readonly sizeBytes: number;
  readonly listener: StateListener;
  readonly #detach: (subscriber: Subscriber) => void;

  constructor(
    live: Live,
    caller: Caller,
    watcher: Watcher,
    listener: StateListener,
    detach: (subscriber: Subscriber) => void,
  ) {
    this.live = live;
    this.caller = caller;
    this.watcher = watcher;
    this.sizeBytes = live.group.sizeBytes;
    this.listener = listener;
    this.#detach = detach;
  }

  get state(): LiveState | null {
    return this.live.state;
  }

  get isBehind(): boolean {
    return this.live.isBehind;
  }

  /** All subscribers share this object because arguments may be large. */
  get call(): FunctionCall {
    return this.live.group.call;
  }

  close(): void {
    this.#detach(this);
  }
}

export const sharedKey = "*";

/** True if the page has run again with the same end as in its first run. */
export function isOldPage({ state, revision }: Live): boolean {
  return state !== null && state.journal !== null && revision > 1;
}

export function liveKey(group: Group, caller: Caller): string {
  return group.personal ? identityKey(caller) : sharedKey;
}

/** Returns the same key for callers that a function cannot tell apart. */
export function identityKey({ identity, isAdmin }: Caller): string {
  return JSON.stringify([isAdmin, identity]);
}

export function pathKey({ component, path }: FunctionCall): string {
  return `${component};${path}`;
}

export function groupKey(call: FunctionCall, journal: string | null): string {
  const { component, path, args, caller } = call;
  return JSON.stringify([caller.isAdmin, component, path, args, journal]);
}
