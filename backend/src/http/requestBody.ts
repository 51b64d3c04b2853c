import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { JsonBoundsError } from "../values/boundedJson.ts";
import { HttpError } from "./httpError.ts";

const brotliDecompressAsync = promisify(brotliDecompress);
const gunzipAsync = promisify(gunzip);

/** Observes a body while it arrives. */
export interface BodyWatch {
  /**
   * Called with the number of bytes that have just arrived or that decoding has
   * added. May throw to refuse the body.
   */
  readonly onBytes: (count: number) => void;
  /** Rejects if the body should not be waited for any longer. */
  readonly failed: Promise<never>;
}

/**
 * Reads the complete body and decodes its Content-Encoding. `maxBytes` limits
 * both its encoded and its decoded size.
 *
 * @throws HttpError 400, 413 or 415
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  watch: BodyWatch | null = null,
): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    throw tooLarge(maxBytes);
  }
  const collected = collect(request, maxBytes, watch);
  const body = await (watch === null
    ? collected
    : Promise.race([collected, watch.failed]));
  const encoding = request.headers["content-encoding"];
  const decoded = await decode(body, encoding, maxBytes);
  watch?.onBytes(Math.max(0, decoded.byteLength - body.byteLength));
  return decoded;
}

async function collect(
  request: IncomingMessage,
  maxBytes: number,
  watch: BodyWatch | null,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunksOf(request)) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    watch?.onBytes(chunk.byteLength);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Limit on small chunks: each costs far more memory than its bytes. */
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
 * Reads a JSON body; undefined if it is empty. `parse` throws on invalid JSON.
 *
 * @throws HttpError 400 for invalid JSON, and as `readBody`
 */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes: number,
  parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
  return parseJsonBody(await readBody(request, maxBytes), parse);
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

async function decode(
  body: Buffer,
  encoding: string | undefined,
  maxOutputLength: number,
): Promise<Buffer> {
  try {
    switch (encoding) {
      case undefined:
      case "identity":
        return body;
      case "br":
        return await brotliDecompressAsync(body, { maxOutputLength });
      case "gzip":
        return await gunzipAsync(body, { maxOutputLength });
    }
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError ||
      (error instanceof Error &&
        "code" in error &&
        error.code === "ERR_BUFFER_TOO_LARGE");
    throw isTooLarge
      ? tooLarge(maxOutputLength)
      : new HttpError(400, "InvalidBody", `The body is not valid ${encoding}.`);
  }
  throw new HttpError(
    415,
    "UnsupportedEncoding",
    "Content-Encoding may be br, gzip or identity.",
  );
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
