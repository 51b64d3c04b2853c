/**
 * Sends the body of an HTTP action's response out of the worker. A body that is
 * complete at once is sent as bytes, in one message. Any other body is streamed,
 * and read from the action only as fast as the client takes it.
 */
import { AsyncResource } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { types } from "node:util";

const MAX_RESPONSE_BYTES = 20 << 20;

type Bytes = Uint8Array<ArrayBuffer>;
type Piece = { readonly done: boolean; readonly value?: Bytes | undefined };

export interface TakenBody {
  readonly body: Bytes | ReadableStream<Bytes>;
  /**
   * Resolves when the last byte has been read or the reader cancels. Rejects if
   * the body fails.
   */
  readonly ended: Promise<void>;
}

export async function takeBody(
  source: ReadableStream<unknown> | null,
): Promise<TakenBody> {
  const ended = Promise.resolve();
  if (source === null) return { body: new Uint8Array(), ended };
  const pieces = new Pieces(source);
  // A body that is complete at once has one piece and then its end.
  const first = pieces.next();
  const second = pieces.next();
  const both = Promise.all([first, second]);
  both.catch((error: unknown) => pieces.cancel(error).catch(() => undefined));
  const early = await Promise.race([both, setImmediate(null)]);
  if (early === null || !early[1].done) return stream(pieces, [first, second]);
  return { body: early[0].value ?? new Uint8Array(), ended };
}

/**
 * Reads the pieces in order, in the async context of the action that returned
 * the body.
 */
class Pieces {
  readonly #read: () => Promise<{ done: boolean; value?: unknown }>;
  readonly cancel: (reason: unknown) => Promise<void>;
  #sizeBytes = 0;

  constructor(source: ReadableStream<unknown>) {
    // The app may have replaced the stream's own methods.
    const reader = ReadableStream.prototype.getReader.call(
      source,
    ) as ReadableStreamDefaultReader<unknown>;
    // The stream's source is app code and may call functions, like the action
    // itself.
    this.#read = AsyncResource.bind(() => reader.read());
    this.cancel = AsyncResource.bind((reason: unknown) =>
      reader.cancel(reason),
    );
  }

  async next(): Promise<Piece> {
    const { done, value } = await this.#read();
    if (done) return { done };
    if (!types.isUint8Array(value)) {
      throw new TypeError("The body of a Response must be a stream of bytes.");
    }
    // Posting a view of a larger buffer would send the whole buffer.
    const copy = new Uint8Array(value);
    this.#sizeBytes += copy.byteLength;
    if (this.#sizeBytes > MAX_RESPONSE_BYTES) {
      throw new Error(
        `The response of an HTTP action may have at most ${MAX_RESPONSE_BYTES} bytes.`,
      );
    }
    return { done, value: copy };
  }
}

function stream(pieces: Pieces, ahead: Promise<Piece>[]): TakenBody {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  ended.catch(() => undefined);
  const fail = (error: unknown) => {
    reject(error);
    pieces.cancel(error).catch(() => undefined);
  };
  const body = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        try {
          const piece = await (ahead.shift() ?? pieces.next());
          if (piece.value) controller.enqueue(piece.value);
          if (!piece.done) return;
          controller.close();
          resolve();
        } catch (error) {
          fail(error);
          throw error;
        }
      },
      async cancel(reason) {
        // The action may still react to the cancellation.
        await pieces.cancel(reason).finally(resolve);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, ended };
}
