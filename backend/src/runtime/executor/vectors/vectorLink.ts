import type { Worker } from "node:worker_threads";
import { startWorker } from "../../worker/startWorker.ts";
import { workerUrl } from "../../worker/workerUrl.ts";
import type {
  FromVectorWorker,
  ToVectorWorker,
  VectorRequest,
  VectorWorkerData,
} from "../../messages/vectorMessages.ts";

interface Waiting {
  readonly resolve: (rows: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

/** The worker that holds the vectors, and the requests sent to it. */
export class VectorLink {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastRequestNumber = 0;
  #end: Error | null = null;

  constructor(workerData: VectorWorkerData, onEnd: () => void) {
    this.#worker = startWorker(
      workerUrl("../../vectors/vectorWorker", import.meta.url),
      {
        workerData,
        env: {},
        name: "vectors",
      },
    );
    this.#worker.unref();
    this.#worker.on("message", (answer: FromVectorWorker) => {
      this.#receive(answer);
    });
    let reason = "The worker of the vector indexes has ended.";
    this.#worker.on("error", (error: Error) => {
      reason = `Vector search is not possible here: ${error.message}`;
    });
    this.#worker.on("exit", () => {
      this.#fail(new Error(reason));
      onEnd();
    });
  }

  /**
   * Returns the rows found by a search; empty for other requests. Requests are
   * handled in order.
   */
  ask(
    request: VectorRequest,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<readonly number[]> {
    if (this.#end !== null) return Promise.reject(this.#end);
    this.#lastRequestNumber += 1;
    const requestNumber = this.#lastRequestNumber;
    return new Promise((resolve, reject) => {
      this.#waiting.set(requestNumber, { resolve, reject });
      const message: ToVectorWorker = { requestNumber, request };
      this.#worker.postMessage(message, transfer);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive({ requestNumber, rows, error }: FromVectorWorker): void {
    const waiting = this.#waiting.get(requestNumber);
    this.#waiting.delete(requestNumber);
    if (error === null) waiting?.resolve(rows);
    else waiting?.reject(new Error(error));
  }

  #fail(error: Error): void {
    this.#end = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
