/**
 * Streams a request body to an action. Reads from the connection only as fast
 * as the action consumes the stream, so no more than a chunk or two is in
 * memory.
 */
import type { IncomingMessage } from "node:http";
import { tooLarge } from "./requestBody.ts";
import { pacedChunks, type SlowBody } from "./slowBody.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export class BodyStream {
  readonly body: ReadableStream<Bytes>;
  readonly #chunks: AsyncGenerator<Buffer, void>;
  readonly #slow: SlowBody;
  readonly #maxBytes: number;
  readonly #failure = Promise.withResolvers<never>();
  #sizeBytes = 0;

  constructor(request: IncomingMessage, maxBytes: number, slow: SlowBody) {
    this.#slow = slow;
    this.#chunks = pacedChunks(request, this.#slow);
    this.#maxBytes = maxBytes;
    this.#failure.promise.catch(() => undefined);
    // While the action is not reading, the sender cannot be too slow.
    this.#slow.isWaiting = false;
    this.body = new ReadableStream<Bytes>(
      {
        pull: (controller) => this.#pull(controller),
        // The rest is discarded once the response has been sent.
        cancel: () => this.stop(),
      },
      { highWaterMark: 0 },
    );
  }

  /**
   * Rejects with HttpError 400, 408 or 413, or with the connection's error.
   * Never resolves.
   */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  stop(): void {
    this.#slow.stop();
  }

  async #pull(
    controller: ReadableStreamDefaultController<Bytes>,
  ): Promise<void> {
    try {
      const chunk = await this.#next();
      if (chunk === null) controller.close();
      else controller.enqueue(chunk);
    } catch (error) {
      this.stop();
      this.#failure.reject(error);
      throw error;
    }
  }

  /** Returns the next chunk, or null at the end. */
  async #next(): Promise<Bytes | null> {
    const { done, value } = await this.#chunks.next();
    if (done === true || value === undefined) {
      this.stop();
      return null;
    }
    this.#sizeBytes += value.byteLength;
    if (this.#sizeBytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
    return new Uint8Array(value);
  }
}
