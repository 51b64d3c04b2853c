import type {
  ExecutionResult,
  ExecutorReplies,
  ExecutorRequest,
} from "../executor/executorMessages.ts";
import {
  ExecutorEnded,
  type ExecutorLink,
  type Reason,
} from "./executorLink.ts";
import { failedResult } from "./outcomes.ts";
import { pathOf } from "./pathOf.ts";

/** Each time at least one function that blocks is found, or the next time. */
const MAX_ATTEMPTS = 10;

/** Answered from a state of the database, which the reply names. */
const EXECUTIONS: ReadonlySet<ExecutorRequest["kind"]> = new Set<
  ExecutorRequest["kind"]
>(["query", "inlineQuery", "mutation", "syscall"]);

interface Pending {
  readonly request: ExecutorRequest;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
  /** Of the current attempt; never rejects. */
  settled: Promise<void>;
}

/**
 * Requests that outlive an executor. Those without an answer are asked again of
 * the next one: an answer leaves in the same turn as the flush, so what has none
 * has not happened.
 */
export class ExecutorRequests {
  /** Not sent: there is no executor to send to. */
  readonly #queue: Pending[] = [];
  readonly #sent = new Map<number, Pending>();
  #link: ExecutorLink | null = null;
  #isClosed = false;
  #answeredTs = 0n;

  /** Takes requests; null while an executor is being started or replaced. */
  get link(): ExecutorLink | null {
    return this.#link;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The latest state that anybody has been answered from, actions included. */
  get answeredTs(): bigint {
    return this.#answeredTs;
  }

  ask<K extends ExecutorRequest["kind"]>(
    request: Extract<ExecutorRequest, { kind: K }>,
  ): Promise<ExecutorReplies[K]> {
    return new Promise((resolve, reject) => {
      const settled = Promise.resolve();
      this.#dispatch({ request, resolve, reject, attempts: 0, settled });
    });
  }

  resume(link: ExecutorLink): void {
    this.#link = link;
    for (const pending of this.#queue.splice(0)) this.#dispatch(pending);
  }

  /** From here on requests wait. */
  pause(): void {
    this.#link = null;
  }

  /** What waits, and what comes from here on, is refused. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) reject(shuttingDown());
  }

  /** When every request that was sent has been answered. */
  async allSettled(): Promise<void> {
    while (this.#sent.size > 0) {
      await Promise.allSettled([...this.#sent.values()].map((p) => p.settled));
    }
  }

  /** It is not asked again: it would block again. */
  fail(id: number, reasonFor: Reason): void {
    const pending = this.#sent.get(id);
    if (!pending) return;
    pending.attempts = MAX_ATTEMPTS;
    const result = failedResult(reasonFor(pathOf(pending.request)));
    // Only calls of functions run code that can block.
    pending.resolve(result as never);
  }

  #dispatch(pending: Pending): void {
    const link = this.#link;
    if (link === null) {
      if (this.#isClosed) pending.reject(shuttingDown());
      else this.#queue.push(pending);
      return;
    }
    pending.attempts += 1;
    const id = link.nextId;
    this.#sent.set(id, pending);
    pending.settled = link.request(pending.request).then(
      (reply) => {
        this.#sent.delete(id);
        if (EXECUTIONS.has(pending.request.kind)) {
          // Those have results of functions for a reply.
          this.#noteTs((reply as ExecutionResult).ts);
        }
        // `ask` pairs it with its reply.
        pending.resolve(reply as never);
      },
      (error: Error) => {
        this.#sent.delete(id);
        if (error instanceof ExecutorEnded && pending.attempts < MAX_ATTEMPTS) {
          this.#dispatch(pending);
        } else pending.reject(error);
      },
    );
  }

  #noteTs(text: string): void {
    const ts = BigInt(text);
    if (ts > this.#answeredTs) this.#answeredTs = ts;
  }
}

function shuttingDown(): Error {
  return new Error("The server is shutting down.");
}
