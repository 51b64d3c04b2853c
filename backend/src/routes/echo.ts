/**
 * `/echo` sends a request body back while it arrives, for `npx convex
 * network-test`.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { HttpError } from "../http/httpError.ts";
import { chunksOf } from "../http/requestBody.ts";

/** Size of the largest body that the CLI sends. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Sends the body back, holding one chunk at a time. Anyone may call it. The
 * response is a download, so that no browser displays a stranger's form data as
 * a page of this origin.
 */
export async function echo(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const declaredBytes = request.headers["content-length"];
  if (Number(declaredBytes ?? 0) > MAX_BYTES) throw tooLarge();
  response.writeHead(200, {
    "Content-Type": "application/octet-stream",
    "Content-Disposition": "attachment",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    ...(declaredBytes !== undefined && { "Content-Length": declaredBytes }),
  });
  await pipeline(() => boundedChunks(request), response);
}

async function* boundedChunks(
  request: IncomingMessage,
): AsyncGenerator<Buffer, void> {
  let sizeBytes = 0;
  for await (const chunk of chunksOf(request)) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_BYTES) throw tooLarge();
    yield chunk;
  }
}

function tooLarge(): HttpError {
  return new HttpError(
    413,
    "BodyTooLarge",
    `/echo accepts at most ${MAX_BYTES} bytes.`,
  );
}
