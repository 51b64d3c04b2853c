import { OutOfReachError } from "../../lib/outOfReach";
import type { SoundRequest } from "./sound.worker";
import type { SoundOptions, SoundReport } from "./soundJob";

interface Started {
  readonly worker: Worker;
  /** Rejects once the worker has failed. */
  readonly failure: Promise<never>;
}

/**
 * A worker that is ready for the next `SoundWorker`, so that one can start without a connection.
 */
let spare: Started | null = null;

/** Starts the next worker ahead of time, because its code may be out of reach when it is needed. */
export function prepareSoundWorker(): void {
  spare ??= start();
}

/** A `SoundJob` in a worker, so that the page stays responsive. Wait for each call. */
export class SoundWorker {
  readonly #started: Started;
  #isIdle = true;

  constructor(options: SoundOptions) {
    this.#started = spare ?? start();
    spare = null;
    this.#post({ kind: "begin", options });
  }

  /**
   * Hands over samples, which the caller can no longer use, and returns the samples that are ready.
   */
  add(
    channels: Float32Array<ArrayBuffer>[],
  ): Promise<Float32Array<ArrayBuffer>[]> {
    const transfer = channels.map(({ buffer }) => buffer);
    return this.#ask({ kind: "add", channels }, transfer);
  }

  end(): Promise<SoundReport> {
    return this.#ask({ kind: "end" });
  }

  /** Keeps the worker for the next `SoundWorker` if it can be used again. */
  close(): void {
    if (this.#isIdle && spare === null) spare = this.#started;
    else this.#started.worker.terminate();
  }

  #post(request: SoundRequest, transfer: Transferable[] = []): void {
    this.#started.worker.postMessage(request, { transfer });
  }

  async #ask<Answer>(
    request: SoundRequest,
    transfer: Transferable[] = [],
  ): Promise<Answer> {
    const { worker, failure } = this.#started;
    this.#isIdle = false;
    const answer = new Promise<Answer>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    });
    this.#post(request, transfer);
    const given = await Promise.race([answer, failure]);
    this.#isIdle = true;
    return given;
  }
}

function start(): Started {
  const worker = new Worker(new URL("./sound.worker.ts", import.meta.url), {
    type: "module",
  });
  const failure = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      if (spare?.worker === worker) spare = null;
      reject(failureOf(event));
    };
  });
  // The worker may fail before the first request waits for it.
  failure.catch(() => undefined);
  return { worker, failure };
}

/** An error in code that has run comes with a message. Without one, the code was not loaded. */
function failureOf(event: Event): Error {
  const hasRun = event instanceof ErrorEvent && event.message !== "";
  return hasRun ? new Error(event.message) : new OutOfReachError();
}
