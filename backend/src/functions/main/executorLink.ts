import { Worker } from "node:worker_threads";
import type {
  ExecutorReplies,
  ExecutorRequest,
  ExecutorWorkerData,
  FromExecutor,
  ToExecutor,
} from "../executor/executorMessages.ts";
import { type CallTag, Pulse } from "../pulse.ts";
import { timeoutMessage } from "../executor/callSupervisor.ts";
import { workerUrl } from "../workerUrl.ts";
import { heapLimitsOf, memoryMessage, MemoryWatch } from "./memoryWatch.ts";
import { Watchdog } from "./watchdog.ts";

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** What becomes of a request whose executor ends before it answers. */
export class ExecutorEnded extends Error {
  override readonly name = "ExecutorEnded";
}

type Notice = Exclude<FromExecutor, { type: "reply" } | { type: "failure" }>;

/** Why a function was ended, given its path. */
export type Reason = (path: string) => string;

interface Listener {
  onNotice(link: ExecutorLink, notice: Notice): void;
  /** A function has not given the thread back for too long, or takes too much memory. */
  onOverrun(link: ExecutorLink, reasonFor: Reason): void;
  onExit(link: ExecutorLink): void;
}

export type ExecutorData = Omit<ExecutorWorkerData, "pulse">;

/** One executor worker: requests with their answers, and what it tells unasked. */
export class ExecutorLink {
  readonly pulse = new Pulse();
  readonly #worker: Worker;
  readonly #watchdog: Watchdog;
  readonly #memory: MemoryWatch;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #hasExited = false;

  constructor(data: Omit<ExecutorWorkerData, "pulse">, listener: Listener) {
    const workerData: ExecutorWorkerData = {
      ...data,
      pulse: this.pulse.buffer,
    };
    this.#worker = new Worker(
      workerUrl("../executor/executorWorker", import.meta.url),
      {
        workerData,
        env: {},
        name: "executor",
        resourceLimits: heapLimitsOf(data.functionMemoryMib),
      },
    );
    this.#worker.on("message", (messages: readonly FromExecutor[]) => {
      for (const message of messages) this.#receive(message, listener);
    });
    this.#worker.on("error", (error: Error) => {
      listener.onNotice(this, {
        type: "stray",
        message: error.stack ?? error.message,
      });
    });
    this.#worker.on("exit", () => {
      this.#hasExited = true;
      this.#stopWatching();
      this.#abandon();
      listener.onExit(this);
    });
    const { functionTimeoutMs, functionMemoryMib } = data;
    this.#watchdog = new Watchdog(this.pulse, functionTimeoutMs, () =>
      listener.onOverrun(this, (path) =>
        timeoutMessage(path, functionTimeoutMs),
      ),
    );
    this.#memory = new MemoryWatch(this.#worker, functionMemoryMib, {
      isBusy: () => this.pulse.runningCount > 0,
      onExceeded: () => {
        this.#stopWatching();
        listener.onOverrun(this, (path) =>
          memoryMessage(path, functionMemoryMib),
        );
      },
    });
  }

  /** Ids are handed out in order, so the caller can name a request that blocks. */
  get nextId(): number {
    return this.#lastId + 1;
  }

  request<K extends ExecutorRequest["kind"]>(
    request: Extract<ExecutorRequest, { kind: K }>,
  ): Promise<ExecutorReplies[K]> {
    if (this.#hasExited) return Promise.reject(ended());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send({ type: "request", id, request });
    });
  }

  send(message: ToExecutor): void {
    this.#worker.postMessage(message);
  }

  /** The call that has the thread; null if it may be one of several. */
  get culprit(): CallTag | null {
    return this.pulse.runningCount <= 1 ? this.pulse.running : null;
  }

  async terminate(): Promise<void> {
    this.#stopWatching();
    await this.#worker.terminate();
  }

  #stopWatching(): void {
    this.#watchdog.stop();
    this.#memory.stop();
  }

  #receive(message: FromExecutor, listener: Listener): void {
    if (message.type !== "reply" && message.type !== "failure") {
      listener.onNotice(this, message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === "failure") {
      waiting?.reject(new Error(message.message));
    } else {
      // `ExecutorReplies` pairs each request with its answer.
      waiting?.resolve(message.value as never);
    }
  }

  #abandon(): void {
    for (const { reject } of this.#waiting.values()) reject(ended());
    this.#waiting.clear();
  }
}

function ended(): ExecutorEnded {
  return new ExecutorEnded("InternalServerError: the executor was ended.");
}
