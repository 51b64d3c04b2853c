import type {
  ExecutionResult,
  ExecutorReplies,
  ExecutorRequest,
} from "../messages/executorMessages.ts";
import { newRequestId } from "../contract/requestId.ts";
import { OutcomeUnknownError } from "../contract/outcomeUnknownError.ts";
import {
  ExecutorEnded,
  type ExecutorLink,
  type Reason,
} from "./executorLink.ts";
import { type EndedCalls, endedTwice, sessionKey } from "./endedCalls.ts";
import { failedResult } from "./outcomes.ts";
import { pathOf } from "./pathOf.ts";

/** Each attempt, or the one after it, finds at least one function that blocks. */
const MAX_ATTEMPTS = 10;

/**
 * Kinds of requests that are answered from a state of the database; the reply
 * contains the timestamp of that state.
 */
const EXECUTIONS: ReadonlySet<ExecutorRequest["kind"]> = new Set<
  ExecutorRequest["kind"]
>(["query", "inlineQuery", "mutation", "syscall"]);

interface Pending {
  readonly request: ExecutorRequest;
  /** Key of the request in `EndedCalls`; null if it has none. */
  key: string | null;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
  /**
   * Timestamp of the commit that the request made in an executor that ended;
   * null if it made none.
   */
  appliedTs: bigint | null;
  /** Resolves when the current attempt ends; never rejects. */
  settled: Promise<void>;
}

/**
 * Requests that survive the loss of an executor. Those without an answer are
 * sent again to the next one, unless they may have taken effect and would do so
 * again: then they fail with an `OutcomeUnknownError`.
 */
export class ExecutorRequests {
  /** Requests that wait for an executor. */
  readonly #queue: Pending[] = [];
  readonly #ended: EndedCalls;
  readonly #sent = new Map<number, Pending>();
  #link: ExecutorLink | null = null;
  #isClosed = false;
  #answeredTs = 0n;
  /** Last commit on disk when the current executor opened the database. */
  #openedTs = 0n;

  constructor(ended: EndedCalls) {
    this.#ended = ended;
  }

  /** The executor that takes requests; null while one is being started or replaced. */
  get link(): ExecutorLink | null {
    return this.#link;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Timestamp of the latest state that any answer came from, including answers
   * to actions.
   */
  get answeredTs(): bigint {
    return this.#answeredTs;
  }

  ask<K extends ExecutorRequest["kind"]>(
    request: Extract<ExecutorRequest, { kind: K }>,
  ): Promise<ExecutorReplies[K]> {
    const key = keyOf(request);
    if (key !== null && this.#ended.refuses(key)) {
      // A request that has not been sent has a key only if it is a mutation,
      // whose reply is an execution result.
      return Promise.resolve(
        failedResult(endedTwice(pathOf(request))) as never,
      );
    }
    return new Promise((resolve, reject) => {
      const settled = Promise.resolve();
      this.#dispatch({
        request,
        key,
        resolve,
        reject,
        attempts: 0,
        appliedTs: null,
        settled,
      });
    });
  }

  /** Sends requests to `link`, which found `openedTs` as the last commit on disk. */
  resume(link: ExecutorLink, openedTs: bigint): void {
    this.#link = link;
    this.#openedTs = openedTs;
    for (const pending of this.#queue.splice(0)) this.#dispatch(pending);
  }

  /** Makes requests wait until `resume` is called. */
  pause(): void {
    this.#link = null;
  }

  /** Refuses waiting requests and all later ones. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) reject(shuttingDown());
  }

  /** Resolves when every request that was sent has been answered. */
  async allSettled(): Promise<void> {
    while (this.#sent.size > 0) {
      await Promise.allSettled([...this.#sent.values()].map((p) => p.settled));
    }
  }

  /**
   * Counts that a call ended the executor. The second time, the call fails for
   * good.
   */
  blame(id: number): void {
    const pending = this.#sent.get(id);
    if (!pending || !EXECUTIONS.has(pending.request.kind)) return;
    pending.key ??= newRequestId();
    if (this.#ended.add(pending.key)) this.fail(id, endedTwice);
  }

  /** Fails a request for good: if it were sent again, it would block again. */
  fail(id: number, reasonFor: Reason): void {
    const pending = this.#sent.get(id);
    if (!pending) return;
    pending.attempts = MAX_ATTEMPTS;
    const result = failedResult(reasonFor(pathOf(pending.request)));
    // Only function calls can block, and their reply is an execution result.
    pending.resolve(result as never);
  }

  #dispatch(pending: Pending): void {
    const link = this.#link;
    if (link === null) {
      if (this.#isClosed) pending.reject(shuttingDown());
      else this.#queue.push(pending);
      return;
    }
    if (pending.appliedTs !== null && pending.appliedTs <= this.#openedTs) {
      pending.reject(outcomeUnknown(pending.request));
      return;
    }
    pending.attempts += 1;
    const id = link.nextId;
    this.#sent.set(id, pending);
    pending.settled = link.request(pending.request).then(
      (reply) => {
        this.#sent.delete(id);
        if (EXECUTIONS.has(pending.request.kind)) {
          // These kinds all reply with an execution result.
          this.#noteTs((reply as ExecutionResult).ts);
        }
        // `ask` pairs each request with the type of its reply.
        pending.resolve(reply as never);
      },
      (error: Error) => {
        this.#sent.delete(id);
        if (error instanceof ExecutorEnded && pending.attempts < MAX_ATTEMPTS) {
          pending.appliedTs = isRepeatable(pending.request)
            ? null
            : link.unanswered.timestampOf(id);
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

/**
 * Returns the key in `EndedCalls`; null for requests that nobody sends again
 * after a restart.
 */
function keyOf(request: ExecutorRequest): string | null {
  if (request.kind !== "mutation" || request.session === null) return null;
  return sessionKey(request.session);
}

/**
 * Returns false if the request could take effect twice. All other requests can
 * be repeated: some only read or set something, a mutation of a session has its
 * stored response, and a registered file is known by its uuid.
 */
function isRepeatable(request: ExecutorRequest): boolean {
  if (request.kind === "mutation") return request.session !== null;
  return request.kind !== "syscall";
}

function outcomeUnknown(request: ExecutorRequest): OutcomeUnknownError {
  const path = pathOf(request);
  return new OutcomeUnknownError(
    request.kind === "syscall" ? `${request.op} of ${path}` : path,
  );
}

function shuttingDown(): Error {
  return new Error("The server is shutting down.");
}
