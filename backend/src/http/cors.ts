import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Allows every origin to call the API. This is safe because clients send their
 * token in a header, never in a cookie.
 */
export function setCorsHeaders(response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader(
    "Access-Control-Expose-Headers",
    "Content-Length, Content-Range, Digest, ETag",
  );
}

export function isPreflight(request: IncomingMessage): boolean {
  return request.method === "OPTIONS";
}

export function sendPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Allow-Headers":
      "content-type, authorization, convex-client, digest, range",
    "Access-Control-Max-Age": "86400",
  });
  response.end();
}
