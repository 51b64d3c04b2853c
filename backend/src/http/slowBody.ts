import type { IncomingMessage } from "node:http";
import { HttpError } from "./httpError.ts";
import { chunksOf } from "./requestBody.ts";

/**
 * Number of consecutive slow windows that make a body too slow. One is not
 * enough: after this thread was blocked, a window may end before the bytes that
 * arrived meanwhile are counted.
 */
const SLOW_WINDOWS = 2;

/** Detects a body that arrives too slowly to be worth the memory it holds. */
export class SlowBody {
  readonly #failure = Promise.withResolvers<never>();
  readonly #timer: NodeJS.Timeout | undefined;
  #arrivedBytes = 0;
  #slowWindows = 0;
  /**
   * False while nothing is being read: the sender then waits for us and is not
   * slow.
   */
  isWaiting = true;

  /**
   * The speed is measured over two windows. If `minBytesPerSecond` is 0, any
   * speed is accepted.
   */
  constructor(
    request: IncomingMessage,
    minBytesPerSecond: number,
    windowMs: number,
  ) {
    this.#failure.promise.catch(() => undefined);
    if (minBytesPerSecond === 0) return;
    this.#timer = setInterval(() => {
      const neededBytes = (minBytesPerSecond * windowMs) / 1_000;
      const isSlow =
        this.isWaiting && this.#arrivedBytes < neededBytes && !request.complete;
      this.#slowWindows = isSlow ? this.#slowWindows + 1 : 0;
      if (this.#slowWindows === SLOW_WINDOWS) {
        this.#failure.reject(tooSlow(minBytesPerSecond));
      }
      this.#arrivedBytes = 0;
    }, windowMs);
    this.#timer.unref();
  }

  /** Rejects with HttpError 408 if the body is too slow. Never resolves. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  /** Counts bytes that have arrived. */
  note(bytes: number): void {
    this.#arrivedBytes += bytes;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/**
 * Yields the chunks of a body. Time counts as waiting only while the next chunk
 * is being asked for.
 *
 * @throws HttpError 400 or 408
 */
export async function* pacedChunks(
  request: IncomingMessage,
  slow: SlowBody,
): AsyncGenerator<Buffer, void> {
  const chunks = chunksOf(request);
  for (;;) {
    slow.isWaiting = true;
    const next = await Promise.race([chunks.next(), slow.failed]);
    slow.isWaiting = false;
    if (next.done === true) return;
    slow.note(next.value.byteLength);
    yield next.value;
  }
}

function tooSlow(minBytesPerSecond: number): HttpError {
  return new HttpError(
    408,
    "BodyTooSlow",
    `A request body must arrive with ${minBytesPerSecond} bytes a second at least.`,
  );
}
