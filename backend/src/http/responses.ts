import type { ServerResponse } from "node:http";
import { HttpError } from "./httpError.ts";

export function sendJson(
  response: ServerResponse,
  status: number,
  json: unknown,
): void {
  sendJsonText(response, status, JSON.stringify(json));
}

/** `text` is JSON already. */
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

/** What is not an HttpError is a fault of the server; its text stays inside. */
export function sendError(
  response: ServerResponse,
  error: unknown,
  log: (message: string) => void,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // What is left of a body that was refused half-way must not stay in the way of
  // the next request on this connection.
  response.req.resume();
  for (const name of response.getHeaderNames()) {
    if (!isKeptOnErrors(name)) response.removeHeader(name);
  }
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

function isKeptOnErrors(name: string): boolean {
  return name.startsWith("access-control-") || name === "content-range";
}
