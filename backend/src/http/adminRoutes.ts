/** Endpoints of the command line tools. Every one of them needs the admin key. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type { PushRoute, PushRoutes } from "../push/pushRoutes.ts";
import { HttpError } from "./httpError.ts";
import { readJsonBody } from "./requestBody.ts";
import { sendJson } from "./responses.ts";

/** Reads its request and writes its answer itself, of any size. */
export type StreamRoute = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void>;

/** Keyed by `"GET /api/..."`; `/*` at the end stands for one more part of the path. */
export type StreamRoutes = Record<
  `${"GET" | "POST"} /api/${string}`,
  StreamRoute
>;

export class AdminRoutes {
  readonly #handlers: ReadonlyMap<string, PushRoute>;
  readonly #streams: ReadonlyMap<string, StreamRoute>;
  readonly #tokens: TokenVerifier;
  readonly #maxBodyBytes: number;

  constructor(
    handlers: PushRoutes,
    streams: StreamRoutes,
    tokens: TokenVerifier,
    options: { maxBodyBytes: number },
  ) {
    this.#handlers = new Map(Object.entries(handlers));
    this.#streams = new Map(Object.entries(streams));
    this.#tokens = tokens;
    this.#maxBodyBytes = options.maxBodyBytes;
  }

  handles(method: string, path: string): boolean {
    return (
      this.#handlers.has(`${method} ${path}`) ||
      this.#streamOf(method, path) !== undefined
    );
  }

  #streamOf(method: string, path: string): StreamRoute | undefined {
    return (
      this.#streams.get(`${method} ${path}`) ??
      this.#streams.get(`${method} ${path.replace(/[^/]+$/, "*")}`)
    );
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const method = request.method ?? "";
    const stream = this.#streamOf(method, url.pathname);
    if (stream !== undefined) {
      this.#requireHeader(request.headers.authorization ?? "");
      await stream(request, response, url);
      return;
    }
    const handler = this.#handlers.get(`${method} ${url.pathname}`);
    if (handler === undefined) {
      throw new HttpError(404, "NotFound", "There is no such endpoint.");
    }
    const hasHeader = request.headers.authorization !== undefined;
    if (hasHeader) this.#requireHeader(request.headers.authorization ?? "");
    const body = await readJsonBody(
      request,
      // Without the header the key is inside of the body: little is read for it.
      hasHeader ? this.#maxBodyBytes : maxAnonymousBodyBytes,
    );
    if (!hasHeader) this.#requireBodyKey(body);

    sendJson(response, 200, await handler({ body, query: url.searchParams }));
  }

  #requireHeader(header: string): void {
    const match = /^Convex (.+)$/i.exec(header);
    try {
      this.#tokens.verifyAdminHeader(match?.[1] ?? "");
    } catch {
      throw badKey();
    }
  }

  #requireBodyKey(body: unknown): void {
    const key =
      typeof body === "object" && body !== null && "adminKey" in body
        ? body.adminKey
        : null;
    if (typeof key !== "string" || !this.#tokens.isAdminKey(key)) {
      throw badKey();
    }
  }
}

const maxAnonymousBodyBytes = 1024 * 1024;

function badKey(): HttpError {
  return new HttpError(
    403,
    "BadDeployKey",
    "The admin key is missing or is not the key of this deployment.",
  );
}
