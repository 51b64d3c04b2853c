import type { SoundRequest } from "./sound.worker";
import type { SoundOptions, SoundReport } from "./soundJob";

/** A `SoundJob` in a worker, so that the page stays responsive. Wait for each call. */
export class SoundWorker {
  readonly #worker = new Worker(new URL("./sound.worker.ts", import.meta.url), {
    type: "module",
  });

  constructor(options: SoundOptions) {
    this.#post({ kind: "begin", options });
  }

  /** Hands over the samples, which the caller cannot use any more, and returns those ready. */
  add(
    channels: Float32Array<ArrayBuffer>[],
  ): Promise<Float32Array<ArrayBuffer>[]> {
    const transfer = channels.map(({ buffer }) => buffer);
    return this.#ask({ kind: "add", channels }, transfer);
  }

  end(): Promise<SoundReport> {
    return this.#ask({ kind: "end" });
  }

  close(): void {
    this.#worker.terminate();
  }

  #post(request: SoundRequest, transfer: Transferable[] = []): void {
    this.#worker.postMessage(request, { transfer });
  }

  #ask<Answer>(
    request: SoundRequest,
    transfer: Transferable[] = [],
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) =>
        resolve(data);
      this.#worker.onerror = (event) => reject(new Error(event.message));
      this.#post(request, transfer);
    });
  }
}
