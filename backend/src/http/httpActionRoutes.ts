/** HTTP actions of the app, answered only where its router has a route. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller, FunctionRuntime } from "../functions/contract.ts";
import { readBody } from "./requestBody.ts";

type ActionRuntime = Pick<FunctionRuntime, "deployment" | "runHttpAction">;

/** They belong to one connection, or the server sets them itself. */
const connectionHeaders = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

export class HttpActionRoutes {
  readonly #runtime: ActionRuntime;
  readonly #options: { siteUrl: string; maxBodyBytes: number };

  constructor(
    runtime: ActionRuntime,
    options: { siteUrl: string; maxBodyBytes: number },
  ) {
    this.#runtime = runtime;
    this.#options = options;
  }

  handles(method: string, path: string): boolean {
    const routed = method === "HEAD" ? "GET" : method;
    const routes = this.#runtime.deployment?.httpRoutes ?? [];
    return routes.some(
      (route) =>
        route.method === routed &&
        ("path" in route
          ? route.path === path
          : path.startsWith(route.pathPrefix)),
    );
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    caller: () => Promise<Caller>,
  ): Promise<void> {
    const { siteUrl, maxBodyBytes } = this.#options;
    const body = await readBody(request, maxBodyBytes);
    const answer = await this.#runtime.runHttpAction({
      method: request.method ?? "GET",
      url: `${siteUrl}${url.pathname}${url.search}`,
      headers: headersOf(request),
      body: body.length === 0 ? null : body,
      caller: await caller(),
    });
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) {
      if (!connectionHeaders.has(name.toLowerCase())) {
        response.appendHeader(name, value);
      }
    }
    response.setHeader("Content-Length", answer.body.byteLength);
    response.end(request.method === "HEAD" ? undefined : answer.body);
  }
}

/** The body is handed over decoded, so its encoding is not mentioned. */
function headersOf(request: IncomingMessage): [string, string][] {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const name = (request.rawHeaders[i] ?? "").toLowerCase();
    if (!connectionHeaders.has(name) && name !== "content-encoding") {
      headers.push([name, request.rawHeaders[i + 1] ?? ""]);
    }
  }
  return headers;
}
