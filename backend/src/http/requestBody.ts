import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { HttpError } from "./httpError.ts";

const brotliDecompressAsync = promisify(brotliDecompress);
const gunzipAsync = promisify(gunzip);

/** The whole body, decoded as Content-Encoding says. `maxBytes` bounds both forms. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    throw tooLarge(maxBytes);
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunksOf(request)) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return decode(
    Buffer.concat(chunks),
    request.headers["content-encoding"],
    maxBytes,
  );
}

/** Stopping early leaves the connection open, so that the refusal can be sent. */
export function chunksOf(request: IncomingMessage): AsyncIterable<Buffer> {
  // A request without setEncoding yields buffers.
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** undefined when there is no body. */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<unknown> {
  const body = await readBody(request, maxBytes);
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new HttpError(400, "InvalidJson", "The request body is not JSON.");
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

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(
    413,
    "BodyTooLarge",
    `A request body may have at most ${maxBytes} bytes.`,
  );
}
