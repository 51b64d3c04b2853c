import type { IncomingMessage } from "node:http";
import { addressGroup } from "../runtime/contract/addressGroup.ts";
import type { Admission, CallerLimits } from "../admission/admission.ts";
import type { HeldBytes, Shortage } from "../admission/byteBudget.ts";
import { Places } from "../admission/places.ts";
import { accountOf } from "../runtime/contract/callers.ts";
import { type Caller, STREAMS_AT_ONCE } from "../runtime/contract/runtime.ts";
import { HttpError } from "./httpError.ts";
import { BodyStream } from "./bodyStream.ts";
import { readBody, refuseEncoded, tooLarge } from "./requestBody.ts";
import { SlowBody } from "./slowBody.ts";

/**
 * The most bodies that are streamed to HTTP actions at a time. A client sends
 * the pieces of a file one after another.
 */
const MAX_STREAMS = {
  ...{ perAddress: 8, perAccount: 2 },
  ...{ total: STREAMS_AT_ONCE, reserved: STREAMS_AT_ONCE / 2 },
};

type Bytes = Uint8Array<ArrayBuffer>;
type Sender = Pick<Caller, "identity" | "isAdmin" | "ip">;

/**
 * The entry point for everything about request bodies. `BodyIntake` decides how
 * much of a body is read for whom. Four files beside it do the rest:
 * - `requestBody.ts` reads a body into memory, up to a number of bytes
 * - `bodyStream.ts` passes a large body on while it arrives
 * - `slowBody.ts` gives up on a sender who is too slow
 * - `decodedBody.ts` unpacks compressed bodies of administrators
 *
 * Bodies are read within the limits that apply to their senders. Bytes count as
 * `arriving` while a body comes in and as `pending` while it is being handled.
 * Both are released in every case.
 */
export class BodyIntake {
  readonly #admission: Admission;
  readonly #streams = new Places(MAX_STREAMS);

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  /** Returns the largest body of a function call from this sender, in bytes. */
  maxCallBytes(sender: Sender): number {
    return this.#admission.of(sender).limits.maxArgumentBytes;
  }

  /**
   * Like `run`, but passes a large body on while it arrives. The number of such
   * streams is limited, because an action waiting for a body occupies a place
   * that others could use; above the limit, the body is read first. Bodies are
   * passed on as they were sent, with their Content-Encoding, as on Convex.
   */
  async runStreaming<T>(
    request: IncomingMessage,
    sender: Sender,
    maxBytes: number,
    work: (body: Buffer | ReadableStream<Bytes>) => Promise<T>,
  ): Promise<T> {
    const mayStream =
      isStreamable(request) && this.#streams.shortage(sender) === null;
    if (!mayStream) return await this.#whole(request, sender, maxBytes, work);
    return await this.#streams.hold(sender, () =>
      this.#stream(request, sender, maxBytes, work),
    );
  }

  async #stream<T>(
    request: IncomingMessage,
    sender: Sender,
    maxBytes: number,
    work: (body: ReadableStream<Bytes>) => Promise<T>,
  ): Promise<T> {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      throw tooLarge(maxBytes);
    }
    const { pending, limits } = this.#admission.of(sender);
    const held = pending.holder(...holderOf(sender));
    const slow = slowBody(request, limits);
    const stream = new BodyStream(request, maxBytes, slow);
    try {
      take(held, STREAM_HELD_BYTES);
      return await Promise.race([work(stream.body), stream.failed]);
    } finally {
      stream.stop();
      held.release();
    }
  }

  /**
   * Runs `work` with the complete body, whose bytes count as pending until
   * `work` is done.
   *
   * @throws HttpError 408 if the body is too slow, 413 if it is too large, 415
   *   if it is compressed, 429 or 503 if the address or all callers together
   *   hold as many bytes as they may
   */
  async run<T>(
    request: IncomingMessage,
    sender: Sender,
    maxBytes: number,
    work: (body: Buffer) => Promise<T>,
  ): Promise<T> {
    refuseEncoded(request);
    return await this.#whole(request, sender, maxBytes, work);
  }

  async #whole<T>(
    request: IncomingMessage,
    sender: Sender,
    maxBytes: number,
    work: (body: Buffer) => Promise<T>,
  ): Promise<T> {
    const bounds = this.#admission.of(sender);
    const pending = bounds.pending.holder(...holderOf(sender));
    try {
      const arriving = bounds.arriving.holder(...holderOf(sender));
      const body = await read(request, bounds.limits, arriving, maxBytes);
      take(pending, body.byteLength);
      return await work(body);
    } finally {
      pending.release();
    }
  }
}

/**
 * Bodies smaller than this arrive completely before an action could start on
 * them.
 */
const MIN_STREAMED_BYTES = 128 << 10;
/**
 * Bytes charged for a streamed body while it passes from the connection to the
 * action.
 */
const STREAM_HELD_BYTES = 128 << 10;

function isStreamable({ headers }: IncomingMessage): boolean {
  const declared = headers["content-length"];
  if (declared !== undefined) return Number(declared) > MIN_STREAMED_BYTES;
  return headers["transfer-encoding"] !== undefined;
}

const holderOf = (sender: Sender) =>
  [addressGroup(sender.ip ?? ""), accountOf(sender)] as const;

const slowBody = (
  request: IncomingMessage,
  { minBodyBytesPerSecond, bodyWindowMs }: CallerLimits,
) => new SlowBody(request, minBodyBytesPerSecond, bodyWindowMs);

async function read(
  request: IncomingMessage,
  limits: CallerLimits,
  held: HeldBytes,
  maxBytes: number,
): Promise<Buffer> {
  const slow = slowBody(request, limits);
  try {
    return await readBody(request, maxBytes, {
      onBytes: (count) => {
        slow.note(count);
        take(held, count);
      },
      failed: slow.failed,
    });
  } finally {
    slow.stop();
    held.release();
  }
}

function take(held: HeldBytes, bytes: number): void {
  const shortage = held.shortage(bytes);
  if (shortage !== null) throw refusal(shortage);
  held.grow(bytes);
}

function refusal(shortage: Shortage): HttpError {
  return shortage !== "everybody"
    ? new HttpError(
        429,
        "TooManyBytes",
        `This ${shortage} has too many bytes of pending requests. Try again later.`,
      )
    : new HttpError(
        503,
        "TooManyBytes",
        "The server has too many bytes of pending requests. Try again later.",
      );
}
