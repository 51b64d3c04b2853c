import type {
  ComponentPath,
  QueryJson,
  QueryStream,
  Transaction,
} from "../../database/contract.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller, UserIdentity } from "../contract/runtime.ts";
import type { CallTag } from "./heartbeat.ts";

export type UdfType = "Query" | "Mutation" | "Action" | "HttpAction";

/** State that a top-level execution shares with everything it calls. */
export class RootCall {
  readonly requestId: string;
  readonly caller: Caller;
  readonly startedAt: number;
  readonly scheduledFunctionId: string | null;
  readonly logLines: string[] = [];
  readonly #aborted = Promise.withResolvers<never>();
  #endedBecause: string | null = null;

  constructor(
    requestId: string,
    caller: Caller,
    startedAt: number,
    scheduledFunctionId: string | null = null,
  ) {
    this.requestId = requestId;
    this.caller = caller;
    this.startedAt = startedAt;
    this.scheduledFunctionId = scheduledFunctionId;
    this.#aborted.promise.catch(() => undefined);
  }

  /** Rejects when the call is ended from outside, for example by a timeout. */
  get aborted(): Promise<never> {
    return this.#aborted.promise;
  }

  /** Refuses every later syscall of the call, awaited or not. */
  end(reason: string): void {
    this.#endedBecause ??= reason;
  }

  get hasEnded(): boolean {
    return this.#endedBecause !== null;
  }

  abort(error: Error): void {
    this.end(error.message);
    this.#aborted.reject(error);
  }

  assertRunning(): void {
    if (this.#endedBecause !== null) {
      throw hasEnded(this.#endedBecause);
    }
  }
}

/** A top-level query or mutation. */
export class TransactionRoot extends RootCall {
  usedIdentity = false;
  /** `endCursor` of the page that an earlier execution of the subscription returned. */
  readonly journalIn: string | null;
  readonly tag: CallTag;
  journalOut: string | null = null;
  /** Due time of the earliest job that the call schedules. */
  earliestJobAt = Infinity;
  /**
   * True if the function changed state that calls share. It must then run again,
   * with globals and modules of its own.
   */
  mustRunAgain = false;
  /** Files whose bytes are deleted once the commit is durable. */
  readonly removedFileUuids: string[] = [];

  constructor(
    requestId: string,
    caller: Caller,
    startedAt: number,
    tag: CallTag,
    options: { scheduledFunctionId?: string; journal?: string | null } = {},
  ) {
    super(requestId, caller, startedAt, options.scheduledFunctionId);
    this.tag = tag;
    this.journalIn = options.journal ?? null;
  }
}

interface RunningFunction {
  readonly component: ComponentPath;
  /** Canonical path, `mod/path:export`. */
  readonly path: string;
  readonly udfType: UdfType;
  /** Identity of the app's caller; null within components and for jobs. */
  readonly identity: UserIdentity | null;
}

/** One running query or mutation, nested or not. */
export interface TransactionCall extends RunningFunction {
  readonly root: TransactionRoot;
  readonly transaction: Transaction;
  readonly streams: Map<number, QueryJson | QueryStream>;
  /**
   * The function that called this one. Null for a top-level call, whose page ends
   * are kept in a journal.
   */
  readonly parent: TransactionCall | null;
  readonly depth: number;
  hasPaginated: boolean;
  /**
   * The nested call that is running; everything else the function does waits
   * for it.
   */
  nested: Promise<unknown> | null;
  /** Syscalls that have not been answered. None of them rejects. */
  readonly unanswered: Set<Promise<unknown>>;
  /** True if a syscall has failed. The function may leave the failure unhandled. */
  hasFailed: boolean;
  /** The reason of a rejected promise that the function does not handle. */
  unhandled: { readonly error: unknown } | null;
  hasEnded: boolean;
  /** True once the function has tried to change state that calls share. */
  hasTouched: boolean;
}

/**
 * Refuses the syscalls of a function if it, or a function that led to it, has
 * ended.
 */
export function assertRunning(call: TransactionCall): void {
  call.root.assertRunning();
  if (!isRunning(call)) throw hasEnded("it has returned");
}

/** Returns false if the function, or a function that led to it, has ended. */
export function isRunning(call: TransactionCall): boolean {
  if (call.root.hasEnded) return false;
  for (let one: TransactionCall | null = call; one; one = one.parent) {
    if (one.hasEnded) return false;
  }
  return true;
}

function hasEnded(because: string): Error {
  return new Error(
    `The function has ended (${because}). Is a promise not awaited?`,
  );
}

export interface ActionCall extends RunningFunction {
  readonly root: RootCall;
}

/** The call whose code is running. A worker uses only one of the two. */
export const currentTransactionCall = new AsyncLocalStorage<TransactionCall>();
export const currentActionCall = new AsyncLocalStorage<ActionCall>();
