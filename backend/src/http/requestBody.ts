import type { IncomingMessage } from "node:http";
import { JsonBoundsError } from "../values/boundedJson.ts";
import { decoded } from "./decodedBody.ts";
import { HttpError } from "./httpError.ts";

/** Observes a body while it arrives. */
export interface BodyWatch {
  /**
   * Called with the number of bytes that have just arrived. May throw to refuse
   * the body.
   */
  readonly onBytes: (count: number) => void;
  /** Rejects if the body should not be waited for any longer. */
  readonly failed: Promise<never>;
}

/**
 * Reads the complete body as it was sent, whatever its Content-Encoding.
 *
 * @throws HttpError 400 or 413
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  watch: BodyWatch,
): Promise<Buffer> {
  refuseDeclared(request, maxBytes);
  const chunks = chunksOf(request);
  return Promise.race([collect(chunks, maxBytes, watch.onBytes), watch.failed]);
}

function refuseDeclared(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    throw tooLarge(maxBytes);
  }
}

async function collect(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  onBytes: (count: number) => void = () => undefined,
): Promise<Buffer> {
  const collected: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    onBytes(chunk.byteLength);
    collected.push(chunk);
  }
  return Buffer.concat(collected);
}

/** A limit on small chunks: each takes far more memory than its bytes. */
const MAX_SMALL_CHUNKS = 10_000;
const SMALL_CHUNK_BYTES = 64;

/**
 * Yields the chunks of a body. Stopping early leaves the connection open, so
 * that an error can still be sent.
 *
 * @throws HttpError 400 if the body arrives in far too many small chunks
 */
export async function* chunksOf(
  request: IncomingMessage,
): AsyncGenerator<Buffer, void> {
  let smallCount = 0;
  // Without setEncoding, a request yields buffers.
  const chunks = request.iterator({
    destroyOnReturn: false,
  }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    if (chunk.byteLength < SMALL_CHUNK_BYTES) smallCount += 1;
    if (smallCount > MAX_SMALL_CHUNKS) throw tooManyChunks();
    yield chunk;
  }
}

/**
 * Reads a JSON body of an administrator and decodes it; undefined if it is
 * empty. `parse` throws on invalid JSON. `maxBytes` limits the decoded size.
 *
 * @throws HttpError 400, 413 or 415
 */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes: number,
  parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
  refuseDeclared(request, maxBytes);
  const body = isEncoded(request)
    ? decoded(request, (chunks) => collect(chunks, maxBytes))
    : collect(chunksOf(request), maxBytes);
  return parseJsonBody(await body, parse);
}

/**
 * Refuses compressed bodies. A few bytes can decode to gigabytes, so only
 * administrators may send them. Among clients, only the CLI does.
 *
 * @throws HttpError 415
 */
export function refuseEncoded(request: IncomingMessage): void {
  if (!isEncoded(request)) return;
  throw new HttpError(
    415,
    "UnsupportedEncoding",
    "Only administrators may send a body with a Content-Encoding.",
  );
}

function isEncoded({ headers }: IncomingMessage): boolean {
  return (headers["content-encoding"] ?? "identity") !== "identity";
}

/**
 * Parses a JSON body; undefined if it is empty. `parse` throws on invalid JSON.
 *
 * @throws HttpError 400 for invalid JSON
 */
export function parseJsonBody(
  body: Buffer,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  if (body.length === 0) return undefined;
  try {
    return parse(body.toString());
  } catch (error) {
    throw error instanceof JsonBoundsError
      ? new HttpError(400, "InvalidJson", error.message)
      : new HttpError(400, "InvalidJson", "The request body is not JSON.");
  }
}

function tooManyChunks(): HttpError {
  return new HttpError(
    400,
    "TooManyChunks",
    `At most ${MAX_SMALL_CHUNKS} chunks of a body may have less than ${SMALL_CHUNK_BYTES} bytes.`,
    { closesConnection: true },
  );
}

export function tooLarge(maxBytes: number): HttpError {
  return new HttpError(
    413,
    "BodyTooLarge",
    `A request body may have at most ${maxBytes} bytes.`,
  );
}
