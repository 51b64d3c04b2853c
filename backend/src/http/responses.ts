import type { ServerResponse } from "node:http";
import { HttpError } from "./httpError.ts";

const LINGER_MS = 1_000;

export function sendJson(
  response: ServerResponse,
  status: number,
  json: unknown,
): void {
  sendJsonText(response, status, JSON.stringify(json));
}

/** Sends `text`, which must be JSON. */
export function sendJsonText(
  response: ServerResponse,
  status: number,
  text: string,
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": response.getHeader("Cache-Control") ?? "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(text);
}

/**
 * Sends an error response, or closes the connection if the response has begun.
 * Any error but an HttpError is a fault of the server: it is logged, and its
 * text is not sent.
 */
export function sendError(
  response: ServerResponse,
  error: unknown,
  log: (message: string) => void,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) {
    if (!isKeptOnErrors(name)) response.removeHeader(name);
  }
  if (!response.req.complete) closeAfter(response);
  if (error instanceof HttpError) {
    const { status, code, message, closesConnection } = error;
    if (closesConnection) response.setHeader("Connection", "close");
    sendJson(response, status, { code, message });
    return;
  }
  const text = error instanceof Error ? (error.stack ?? "") : String(error);
  log(`A request failed: ${text}`);
  sendJson(response, 500, {
    code: "InternalServerError",
    message: "The server failed to answer this request.",
  });
}

/**
 * Closes the connection after the response without waiting for the rest of the
 * body, which may be large or slow. Incoming data is discarded for a moment, so
 * that a sender who is still writing gets to read the response.
 */
function closeAfter(response: ServerResponse): void {
  response.req.resume();
  closeUnread(response);
}

/** Like `closeAfter`, for a body that may still be read to its end. */
export function closeUnread(response: ServerResponse): void {
  const { req: request } = response;
  response.setHeader("Connection", "close");
  response.once("finish", () => {
    request.resume();
    setTimeout(() => request.destroy(), LINGER_MS).unref();
  });
}

function isKeptOnErrors(name: string): boolean {
  return name.startsWith("access-control-") || name === "content-range";
}
