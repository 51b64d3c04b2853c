import type { Worker } from "node:worker_threads";
import { StartRefusal } from "../../storage/startRefusal.ts";
import type {
  ExecutorReplies,
  ExecutorRequest,
  ExecutorWorkerData,
  FromExecutor,
  ToExecutor,
} from "../messages/executorMessages.ts";
import { steadyMs } from "../messages/steadyMs.ts";
import { type CallTag, Heartbeat } from "../worker/heartbeat.ts";
import { endWorker } from "./endWorker.ts";
import { timeoutMessage } from "../worker/functionErrors.ts";
import { UnansweredCommits } from "../worker/unansweredCommits.ts";
import { startWorker } from "../worker/startWorker.ts";
import { workerUrl } from "../worker/workerUrl.ts";
import { heapLimitsOf, memoryMessage, MemoryWatch } from "./memoryWatch.ts";
import { Watchdog } from "./watchdog.ts";

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** The error of requests that the executor had not answered when it ended. */
export class ExecutorEnded extends Error {
  override readonly name = "ExecutorEnded";
}

type Notice = Exclude<FromExecutor, { type: "reply" } | { type: "failure" }>;

/** Builds the message that says why a function was ended, given its path. */
export type Reason = (path: string) => string;

interface Listener {
  onNotice(link: ExecutorLink, notice: Notice): void;
  /** A function has held the thread for too long, or uses too much memory. */
  onOverrun(link: ExecutorLink, reasonFor: Reason): void;
  onExit(link: ExecutorLink): void;
  /** The worker was asked to end but is still running. */
  onStuck(message: string): void;
}

export type ExecutorData = Omit<ExecutorWorkerData, "heartbeat" | "unanswered">;

/**
 * Room for V8's young objects. By default V8 would take four times as much and
 * keep it. Few objects live longer than their call, and short mutations are
 * faster with little room.
 */
const YOUNG_MEBIBYTES = 24;

/**
 * One executor worker: sends requests, matches their answers and passes on its
 * notices.
 */
export class ExecutorLink {
  readonly heartbeat = new Heartbeat();
  /**
   * Commits without an answer. The list is complete once the worker has ended.
   */
  readonly unanswered = new UnansweredCommits();
  readonly #worker: Worker;
  readonly #watchdog: Watchdog;
  readonly #memory: MemoryWatch;
  readonly #listener: Listener;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #hasExited = false;

  constructor(data: ExecutorData, listener: Listener) {
    this.#listener = listener;
    const workerData: ExecutorWorkerData = {
      ...data,
      heartbeat: this.heartbeat.buffer,
      unanswered: this.unanswered.buffer,
    };
    this.#worker = startWorker(
      workerUrl("../executor/executorWorker", import.meta.url),
      {
        workerData,
        env: {},
        name: "executor",
        resourceLimits: {
          ...heapLimitsOf(data.functionMemoryMib),
          maxYoungGenerationSizeMb: YOUNG_MEBIBYTES,
        },
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
    this.#watchdog = new Watchdog(this.heartbeat, functionTimeoutMs, () =>
      listener.onOverrun(this, (path) =>
        timeoutMessage(path, functionTimeoutMs),
      ),
    );
    this.#memory = new MemoryWatch(this.#worker, functionMemoryMib, {
      isBusy: () => this.heartbeat.runningCount > 0,
      onExceeded: () => {
        this.#stopWatching();
        listener.onOverrun(this, (path) =>
          memoryMessage(path, functionMemoryMib),
        );
      },
    });
  }

  /**
   * Id of the next request. The caller notes it so that it can name a request
   * that blocks.
   */
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
      this.send({ type: "request", id, request, sentAtMs: steadyMs() });
    });
  }

  send(message: ToExecutor): void {
    this.#worker.postMessage(message);
  }

  /** The call that holds the thread; null if it could be one of several. */
  get culprit(): CallTag | null {
    return this.heartbeat.runningCount <= 1 ? this.heartbeat.running : null;
  }

  async terminate(): Promise<void> {
    this.#stopWatching();
    await endWorker(this.#worker, "executor", (message) =>
      this.#listener.onStuck(message),
    );
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
      const Failure = message.isRefusal ? StartRefusal : Error;
      waiting?.reject(new Failure(message.message));
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
