import { Worker } from "node:worker_threads";
import { failedResult } from "../main/outcomes.ts";
import {
  heapLimitsOf,
  memoryMessage,
  MemoryWatch,
} from "../main/memoryWatch.ts";
import { Watchdog } from "../main/watchdog.ts";
import { timeoutMessage } from "../executor/callSupervisor.ts";
import { Pulse } from "../pulse.ts";
import { workerUrl } from "../workerUrl.ts";
import type {
  ActionAnswer,
  ActionRequest,
  ActionRun,
  ActionWorkerData,
  FromActionWorker,
  HttpActionResult,
  HttpActionRun,
  ToActionWorker,
} from "./actionMessages.ts";

/** A blocked worker is not given new actions. */
const LATE_MS = 1000;
/** Waiting may take an action's whole time; keeping the thread that long, not. */
const LONGEST_BLOCK_MS = 30_000;
/** Loading the modules is not the action's time. */
const LONGEST_LOADING_MS = 30_000;

interface Running {
  readonly path: string;
  readonly timer: NodeJS.Timeout;
  settle(result: HttpActionResult): void;
}

interface Listener {
  answer(request: ActionRequest): Promise<ActionAnswer>;
  onStray(message: string): void;
  onExit(link: ActionLink): void;
}

/** One action worker and the actions it runs. Its end is theirs. */
export class ActionLink {
  readonly #pulse = new Pulse();
  readonly #worker: Worker;
  readonly #timeoutMs: number;
  readonly #lateness: Watchdog;
  readonly #blockage: Watchdog;
  readonly #memory: MemoryWatch;
  readonly #running = new Map<number, Running>();
  #isReady = false;
  #isEnding = false;

  constructor(
    data: Omit<ActionWorkerData, "pulse">,
    { timeoutMs, memoryMib }: { timeoutMs: number; memoryMib: number },
    listener: Listener,
  ) {
    const workerData: ActionWorkerData = { ...data, pulse: this.#pulse.buffer };
    this.#timeoutMs = timeoutMs;
    this.#worker = new Worker(workerUrl("./actionWorker", import.meta.url), {
      workerData,
      env: {},
      name: "actions",
      resourceLimits: heapLimitsOf(memoryMib),
    });
    this.#worker.on("message", (message: FromActionWorker) => {
      void this.#receive(message, listener);
    });
    this.#worker.on("error", (error: Error) => {
      listener.onStray(error.stack ?? error.message);
    });
    this.#worker.on("exit", () => {
      this.#stopWatching();
      this.#failAll();
      listener.onExit(this);
    });
    this.#lateness = new Watchdog(this.#pulse, LATE_MS, () => undefined);
    const blockMs = Math.min(timeoutMs, LONGEST_BLOCK_MS);
    this.#blockage = new Watchdog(this.#pulse, blockMs, () => {
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

  /** What is given to it now would end with it. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  get isResponsive(): boolean {
    return !this.#lateness.isLate;
  }

  run(message: ActionRun | HttpActionRun): Promise<HttpActionResult> {
    const { id } = message;
    const path =
      message.type === "run"
        ? message.call.path
        : `${message.request.method} ${new URL(message.request.url).pathname}`;
    return new Promise((resolve) => {
      const loadingMs = this.#isReady ? 0 : LONGEST_LOADING_MS;
      const timer = setTimeout(
        () => this.#onTimeout(id),
        this.#timeoutMs + loadingMs,
      );
      this.#running.set(id, { path, timer, settle: resolve });
      this.#send(message);
    });
  }

  async terminate(): Promise<void> {
    this.#isEnding = true;
    this.#stopWatching();
    await this.#worker.terminate();
  }

  /** What has the thread does not give it back: the whole worker ends with it. */
  #endBy(reasonFor: (path: string) => string): void {
    this.#fail(this.#pulse.running.id, reasonFor);
    void this.terminate();
  }

  #send(message: ToActionWorker): void {
    this.#worker.postMessage(message);
  }

  async #receive(message: FromActionWorker, listener: Listener): Promise<void> {
    switch (message.type) {
      case "done":
        this.#settle(message.id, { response: null, result: message.result });
        return;
      case "httpDone":
        this.#settle(message.id, message.http);
        return;
      case "ask": {
        const { requestNumber, request } = message;
        const answer = await listener.answer(request);
        this.#send({ type: "answer", requestNumber, answer });
        return;
      }
      case "ready":
        this.#isReady = true;
        return;
      case "stray":
        listener.onStray(message.message);
        return;
      default:
        message satisfies never;
    }
  }

  /** Its worker goes on; one that has the thread is the watchdog's matter. */
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
    running.settle(result);
  }

  #failAll(): void {
    for (const [id, { path }] of this.#running) {
      const message = `InternalServerError: the worker that ran ${path} ended.`;
      this.#settle(id, { response: null, result: failedResult(message) });
    }
  }
}
