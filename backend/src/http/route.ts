/** The two kinds of routes that other folders add to the server. */
import type { IncomingMessage, ServerResponse } from "node:http";

interface JsonRequest {
  /** The parsed JSON body, already decompressed. */
  readonly body: unknown;
  readonly query: URLSearchParams;
  /** Aborted once the caller is gone. */
  readonly signal?: AbortSignal;
}

export type JsonRoute = (request: JsonRequest) => Promise<unknown>;

/** Routes by method and path, such as `"POST /api/..."`. */
export type JsonRoutes = Record<`${"GET" | "POST"} /api/${string}`, JsonRoute>;

/**
 * A route that reads the request and writes the response itself, for data of
 * any size.
 */
export type StreamRoute = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void>;

/**
 * Routes by method and path, such as `"GET /api/..."`. A final `/*` matches one
 * more path segment.
 */
export type StreamRoutes = Record<
  `${"GET" | "POST"} /api/${string}`,
  StreamRoute
>;
