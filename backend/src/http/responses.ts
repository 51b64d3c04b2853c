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
  const closesAtOnce = error instanceof HttpError && error.closesConnection;
  if (closesAtOnce) response.setHeader("Connection", "close");
  else if (!response.req.complete) closeAfter(response);
  if (error instanceof HttpError) {
    const { status, code, message } = error;
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
 * body, which may be large or slow.
 */
function closeAfter(response: ServerResponse): void {
  response.req.resume();
  closeUnread(response);
}

/**
 * Like `closeAfter`, for a body that may still be read to its end.
 *
 * Once the response is sent, incoming data is discarded for a moment. A socket
 * that is closed with unread data resets the connection, and a sender who is
 * still writing would then see a broken connection instead of the response.
 */
export function closeUnread(response: ServerResponse): void {
  const { req: request } = response;
  const { socket } = request;
  response.setHeader("Connection", "close");
  // Node calls this once the response has been written.
  socket.destroySoon = () => {
    socket.end();
    request.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

function isKeptOnErrors(name: string): boolean {
  return name.startsWith("access-control-") || name === "content-range";
}
