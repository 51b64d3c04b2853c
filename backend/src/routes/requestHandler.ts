/**
 * Dispatches each request, in this order: the API (functions, tools, storage),
 * HTTP actions by their routes, then the site. It has no state of its own and
 * does not start anything; the parts that answer are passed in.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type { FileHost } from "./fileHost.ts";
import type { StorageRoutes } from "./storageRoutes.ts";
import type { AdminRoutes } from "./adminRoutes.ts";
import { callerOfRequest, callerOrAnonymous } from "./callerOfRequest.ts";
import { isPreflight, sendPreflight, setCorsHeaders } from "../http/cors.ts";
import { echo } from "./echo.ts";
import type { FunctionRoutes } from "./functionRoutes.ts";
import type { HttpActionRoutes } from "./httpActionRoutes.ts";
import type { Health } from "./health.ts";
import { HttpError } from "../http/httpError.ts";
import type { Metrics } from "./metrics.ts";
import { sendError, sendJson } from "../http/responses.ts";
import type { StaticSite } from "./staticSite.ts";
import { noSuchEndpoint } from "./unsupportedEndpoints.ts";

export interface RequestHandlerParts {
  readonly functions: FunctionRoutes;
  readonly admin: AdminRoutes;
  readonly storage: StorageRoutes;
  /** null if stored files have no host of their own. */
  readonly fileHost: FileHost | null;
  readonly httpActions: HttpActionRoutes;
  /** The current site, which may be replaced while the server runs. */
  readonly site: () => StaticSite | null;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly tokens: TokenVerifier;
  /** Returns the client's IP address. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly version: string;
  readonly instanceName: string;
  readonly log: (message: string) => void;
}

const storagePath = /^\/api\/storage\/([^/]+)$/;

export class RequestHandler {
  readonly #parts: RequestHandlerParts;

  constructor(parts: RequestHandlerParts) {
    this.#parts = parts;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { fileHost } = this.#parts;
    try {
      if (fileHost?.isAskedBy(request) === true) {
        await fileHost.handle(request, response);
      } else await this.#dispatch(request, response, parseUrl(request.url));
    } catch (error) {
      // A client that disconnects in the middle of its request is not an error.
      if (request.destroyed && !request.complete) response.destroy();
      else sendError(response, error, this.#parts.log);
    }
  }

  async #dispatch(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const { httpActions, tokens, addressOf } = this.#parts;
    const isApi = url.pathname.startsWith("/api/");
    const method = request.method ?? "GET";
    if (await this.#answerApi(request, response, url)) return;

    if (httpActions.handles(method, url.pathname)) {
      const caller = () =>
        callerOrAnonymous(request, tokens, addressOf(request));
      await httpActions.handle(request, response, url, caller);
    } else if (isApi) {
      setCorsHeaders(response);
      if (isPreflight(request)) sendPreflight(response);
      else throw noSuchEndpoint(url.pathname);
    } else if (url.pathname === "/echo" && method === "POST") {
      await echo(request, response);
    } else {
      await this.#answerSite(request, response);
    }
  }

  async #answerSite(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const site = this.#parts.site();
    if (site === null) {
      throw new HttpError(404, "NotFound", "There is nothing at this address.");
    }
    await site.handle(request, response);
  }

  /** Returns false if this is not a request to the API. */
  async #answerApi(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<boolean> {
    const { functions, admin, tokens, addressOf } = this.#parts;
    const { pathname } = url;
    const method = request.method ?? "GET";
    if (functions.handles(pathname)) {
      setCorsHeaders(response);
      const caller = () => callerOfRequest(request, tokens, addressOf(request));
      if (isPreflight(request)) sendPreflight(response);
      else await functions.handle(request, response, pathname, caller);
    } else if (pathname === "/api/debug_event") {
      setCorsHeaders(response);
      request.resume();
      sendJson(response, 200, {});
    } else if (admin.handles(method, pathname)) {
      setCorsHeaders(response);
      await admin.handle(request, response, url, addressOf(request));
    } else if (storagePath.test(pathname)) {
      setCorsHeaders(response);
      await this.#answerStorage(request, response, url);
    } else {
      return this.#answerStatus(request, response, pathname);
    }
    return true;
  }

  async #answerStorage(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const { storage, addressOf } = this.#parts;
    const name = storagePath.exec(url.pathname)?.[1] ?? "";
    if (isPreflight(request)) {
      sendPreflight(response);
    } else if (name === "upload" && request.method === "POST") {
      const token = url.searchParams.get("token");
      await storage.upload(request, response, token, addressOf(request));
    } else if (request.method === "GET" || request.method === "HEAD") {
      await storage.download(request, response, name);
    } else {
      throw new HttpError(405, "MethodNotAllowed", "Use GET or HEAD.");
    }
  }

  async #answerStatus(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
  ): Promise<boolean> {
    const { version, instanceName, metrics, health } = this.#parts;
    switch (pathname) {
      case "/version":
        response.end(version);
        return true;
      case "/instance_name":
        response.end(instanceName);
        return true;
      case "/healthz":
        await health.require();
        sendJson(response, 200, { status: "ok" });
        return true;
      case "/metrics":
        await this.#requireAdmin(request);
        response.setHeader("Content-Type", "text/plain; version=0.0.4");
        response.end(metrics.render());
        return true;
      default:
        return false;
    }
  }

  /**
   * Requires the admin key. The address proves nothing: through a careless
   * proxy, a request looks as if it came from this machine.
   */
  async #requireAdmin(request: IncomingMessage): Promise<void> {
    const { tokens, addressOf } = this.#parts;
    const caller = await callerOfRequest(request, tokens, addressOf(request));
    if (!caller.isAdmin) {
      throw new HttpError(403, "Forbidden", "This needs the admin key.");
    }
  }
}

function parseUrl(url = "/"): URL {
  // Only the path and query matter. Two leading slashes would name a host.
  const path = url.replace(/^\/+/, "/");
  if (!URL.canParse(path, "http://localhost")) {
    throw new HttpError(400, "BadRequest", "The address cannot be read.");
  }
  return new URL(path, "http://localhost");
}
