import type { Transferable, Worker } from "node:worker_threads";
import { failedResult } from "./outcomes.ts";
import { heapLimitsOf, memoryMessage, MemoryWatch } from "./memoryWatch.ts";
import { Watchdog } from "./watchdog.ts";
import { endWorker } from "./endWorker.ts";
import { timeoutMessage } from "../worker/functionErrors.ts";
import { Heartbeat } from "../worker/heartbeat.ts";
import { startWorker } from "../worker/startWorker.ts";
import { workerUrl } from "../worker/workerUrl.ts";
import type { HttpActionResponse } from "../contract/runtime.ts";
import { failingBody } from "./failingBody.ts";
import type {
  ActionAnswer,
  ActionRequest,
  ActionRun,
  ActionWorkerData,
  FromActionWorker,
  HttpActionResult,
  HttpActionRun,
  StoredBlob,
  StreamedResponse,
  ToActionWorker,
} from "../messages/actionMessages.ts";
import { movedBuffers } from "../messages/movedBuffers.ts";

/** A worker that has not responded for this long gets no new actions. */
const LATE_MS = 250;
/**
 * An action may wait for its whole time limit, but it may not hold the thread
 * that long.
 */
const LONGEST_BLOCK_MS = 30_000;
/** Extra time while the modules load; it does not count against the action. */
const LONGEST_LOADING_MS = 30_000;

interface Running {
  readonly path: string;
  timer: NodeJS.Timeout;
  settle(result: HttpActionResult): void;
  onHead: OnHead | null;
  /** Rejects if the action fails while its response is being sent. */
  readonly failure: PromiseWithResolvers<never>;
}

/** Called at most once, for a response whose body is a stream. */
export type OnHead = (response: HttpActionResponse) => void;

interface Listener {
  answer(request: ActionRequest, runId: number): Promise<ActionAnswer>;
  onStray(message: string): void;
  onExit(link: ActionLink): void;
  /** The worker was asked to end but is still running. */
  onStuck(message: string): void;
}

/** One action worker and the actions it runs. If the worker ends, so do they. */
export class ActionLink {
  readonly #heartbeat = new Heartbeat();
  readonly #worker: Worker;
  readonly #timeoutMs: number;
  readonly #lateness: Watchdog;
  readonly #blockage: Watchdog;
  readonly #memory: MemoryWatch;
  readonly #listener: Listener;
  readonly #running = new Map<number, Running>();
  #isReady = false;
  #isEnding = false;
  #idleSince = performance.now();

  constructor(
    data: Omit<ActionWorkerData, "heartbeat">,
    { timeoutMs, memoryMib }: { timeoutMs: number; memoryMib: number },
    listener: Listener,
  ) {
    this.#listener = listener;
    const workerData: ActionWorkerData = {
      ...data,
      heartbeat: this.#heartbeat.buffer,
    };
    this.#timeoutMs = timeoutMs;
    this.#worker = startWorker(
      workerUrl("../actions/actionWorker", import.meta.url),
      {
        workerData,
        env: {},
        name: "actions",
        resourceLimits: heapLimitsOf(memoryMib),
      },
    );
    this.#worker.on("message", (message: FromActionWorker) => {
      void this.#receive(message);
    });
    this.#worker.on("error", (error: Error) => {
      listener.onStray(error.stack ?? error.message);
    });
    this.#worker.on("exit", () => {
      this.#stopWatching();
      this.#failAll();
      listener.onExit(this);
    });
    this.#lateness = new Watchdog(this.#heartbeat, LATE_MS);
    const blockMs = Math.min(timeoutMs, LONGEST_BLOCK_MS);
    this.#blockage = new Watchdog(this.#heartbeat, blockMs, () => {
      this.#endBy((path) => timeoutMessage(path, blockMs));
    });
    this.#memory = new MemoryWatch(this.#worker, memoryMib, {
      isBusy: () => this.#running.size > 0,
      onExceeded: () => {
        this.#endBy((path) => memoryMessage(path, memoryMib));
      },
    });
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** Returns how long the worker has had nothing to do. */
  get idleMs(): number {
    return this.#running.size > 0 ? 0 : performance.now() - this.#idleSince;
  }

  /** True once the worker is being ended. An action given to it now would be lost. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  get isResponsive(): boolean {
    return !this.#lateness.isBlocked;
  }

  /**
   * Resolves when the action has ended. The result has the response unless
   * `onHead` received it.
   */
  run(
    message: ActionRun | HttpActionRun,
    onHead: OnHead | null = null,
  ): Promise<HttpActionResult> {
    const { id } = message;
    const path =
      message.type === "run"
        ? message.call.path
        : `${message.request.method} ${new URL(message.request.url).pathname}`;
    return new Promise((resolve) => {
      const loadingMs = this.#isReady ? 0 : LONGEST_LOADING_MS;
      const timer = this.#timeUpIn(id, this.#timeoutMs + loadingMs);
      const failure = Promise.withResolvers<never>();
      failure.promise.catch(() => undefined);
      const settle = resolve;
      this.#running.set(id, { path, timer, settle, onHead, failure });
      this.#send(message, transfersOf(message));
    });
  }

  /** Cancels the action, unless it has begun. */
  withdraw(id: number): void {
    if (this.#running.has(id)) this.#send({ type: "withdraw", id });
  }

  async terminate(): Promise<void> {
    this.#isEnding = true;
    this.#stopWatching();
    await endWorker(this.#worker, "actions", (message) =>
      this.#listener.onStuck(message),
    );
  }

  /**
   * Ends the whole worker, because a function that holds the thread cannot be
   * stopped alone.
   */
  #endBy(reasonFor: (path: string) => string): void {
    this.#fail(this.#heartbeat.running.id, reasonFor);
    void this.terminate();
  }

  #send(message: ToActionWorker, transfers: Transferable[] = []): void {
    this.#worker.postMessage(message, transfers);
  }

  async #receive(message: FromActionWorker): Promise<void> {
    const listener = this.#listener;
    switch (message.type) {
      case "done":
        this.#settle(message.id, { response: null, result: message.result });
        return;
      case "httpHead":
        this.#onHead(message.id, message.response);
        return;
      case "httpDone":
        this.#settle(message.id, message.http);
        return;
      case "withdrawn":
        this.#settle(message.id, departed());
        return;
      case "ask": {
        const { requestNumber, request, runId } = message;
        const answer = await listener.answer(request, runId);
        const moved = request.kind === "getBlob" ? contentOf(answer) : [];
        this.#send({ type: "answer", requestNumber, answer }, moved);
        return;
      }
      case "ready":
        this.#onReady();
        return;
      case "stray":
        listener.onStray(message.message);
        return;
      default:
        message satisfies never;
    }
  }

  #onReady(): void {
    this.#isReady = true;
    for (const [id, running] of this.#running) {
      clearTimeout(running.timer);
      running.timer = this.#timeUpIn(id, this.#timeoutMs);
    }
  }

  #timeUpIn(id: number, ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#onTimeout(id), ms);
  }

  #onHead(id: number, response: StreamedResponse): void {
    const running = this.#running.get(id);
    if (!running?.onHead) {
      void response.body.cancel("No one is waiting for the response.");
      return;
    }
    const body = failingBody(response.body, running.failure.promise);
    running.onHead({ ...response, body });
  }

  /**
   * Fails the action, but its worker keeps running. An action that holds the
   * thread is left to the watchdog.
   */
  #onTimeout(id: number): void {
    const reason = this.#fail(id, (path) =>
      timeoutMessage(path, this.#timeoutMs),
    );
    if (reason !== null) this.#send({ type: "abandon", id, reason });
  }

  #fail(id: number, reasonFor: (path: string) => string): string | null {
    const running = this.#running.get(id);
    if (!running) return null;
    const reason = reasonFor(running.path);
    this.#settle(id, { response: null, result: failedResult(reason) });
    return reason;
  }

  #stopWatching(): void {
    this.#lateness.stop();
    this.#blockage.stop();
    this.#memory.stop();
  }

  #settle(id: number, result: HttpActionResult): void {
    const running = this.#running.get(id);
    if (!running) return;
    clearTimeout(running.timer);
    this.#running.delete(id);
    this.#idleSince = performance.now();
    const { result: ended } = result;
    // A body that succeeds ends through its stream, which may lag behind this
    // message.
    if (!ended.ok) running.failure.reject(new Error(ended.error.message));
    running.settle(result);
  }

  #failAll(): void {
    for (const [id, { path }] of this.#running) {
      const message = `InternalServerError: the worker that ran ${path} ended.`;
      this.#settle(id, { response: null, result: failedResult(message) });
    }
  }
}

/** Returns the result of an action whose caller has left. */
export function departed(): HttpActionResult {
  return { response: null, result: failedResult("The caller has left.") };
}

/** Returns the body if it is a stream: it is moved to the worker, not copied. */
function transfersOf(message: ActionRun | HttpActionRun): Transferable[] {
  const body = message.type === "http" ? message.request.body : null;
  // The types of Node's own streams and of the global ones differ in name only.
  return body instanceof ReadableStream ? [body as Transferable] : [];
}

/** The buffer of a stored file is moved to the worker, not copied. */
function contentOf(answer: ActionAnswer): Transferable[] {
  const stored = answer.ok && (answer.value as StoredBlob | null); // the answer to `getBlob` has this type
  return stored ? movedBuffers(stored.bytes) : [];
}
