/** Endpoints for the command line tools. All of them require the admin key. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type {
  JsonRoute,
  JsonRoutes,
  StreamRoute,
  StreamRoutes,
} from "../http/route.ts";
import { HttpError } from "../http/httpError.ts";
import type { BodyIntake } from "../http/bodyIntake.ts";
import { parseJsonBody, readJsonBody } from "../http/requestBody.ts";
import { sendJson } from "../http/responses.ts";
import { parseBoundedJson } from "../values/boundedJson.ts";

/**
 * Checks the admin key, then passes the request to its route. The key comes in
 * the Authorization header or, for routes with a JSON body, in the field
 * `adminKey` of that body.
 */
export class AdminRoutes {
  readonly #handlers: ReadonlyMap<string, JsonRoute>;
  readonly #streams: ReadonlyMap<string, StreamRoute>;
  readonly #tokens: TokenVerifier;
  readonly #intake: BodyIntake;
  readonly #maxBodyBytes: number;

  constructor(
    handlers: JsonRoutes,
    streams: StreamRoutes,
    tokens: TokenVerifier,
    intake: BodyIntake,
    options: { maxBodyBytes: number },
  ) {
    this.#handlers = new Map(Object.entries(handlers));
    this.#streams = new Map(Object.entries(streams));
    this.#tokens = tokens;
    this.#intake = intake;
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
      this.#streams.get(`${method} ${withWildcard(path)}`)
    );
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    address: string,
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
    const { authorization } = request.headers;
    if (authorization !== undefined) this.#requireHeader(authorization);
    const body =
      authorization === undefined
        ? await this.#readBodyWithKey(request, address)
        : await readJsonBody(request, this.#maxBodyBytes);
    sendJson(response, 200, await handler({ body, query: url.searchParams }));
  }

  /**
   * Reads a body that must contain the key itself. The sender is not known
   * before that, so the limits of anonymous callers apply.
   */
  async #readBodyWithKey(
    request: IncomingMessage,
    address: string,
  ): Promise<unknown> {
    const sender = { identity: null, isAdmin: false, ip: address };
    return await this.#intake.run(
      request,
      sender,
      this.#intake.maxCallBytes(sender),
      async (bytes) => {
        const body = parseJsonBody(bytes, parseBoundedJson);
        this.#requireBodyKey(body);
        return body;
      },
    );
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

/**
 * Returns the path with `*` for its last segment. This runs for every request,
 * whose path may have 16 KB, so it looks at each character only once.
 */
function withWildcard(path: string): string {
  const start = path.lastIndexOf("/") + 1;
  return start === path.length ? path : `${path.slice(0, start)}*`;
}

function badKey(): HttpError {
  return new HttpError(
    403,
    "BadDeployKey",
    "The admin key is missing or is not the key of this deployment.",
  );
}
