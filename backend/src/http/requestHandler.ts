/**
 * Decides who answers a request, in this order: the API (functions, tools,
 * storage), HTTP actions by their routes, then the site. It has no state of its
 * own; every answerer is given to it.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type { StorageRoutes } from "../files/storageRoutes.ts";
import type { AdminRoutes } from "./adminRoutes.ts";
import { callerOfRequest, callerOrAnonymous } from "./callerOfRequest.ts";
import { isPreflight, sendPreflight, setCorsHeaders } from "./cors.ts";
import type { FunctionRoutes } from "./functionRoutes.ts";
import type { HttpActionRoutes } from "./httpActionRoutes.ts";
import { HttpError } from "./httpError.ts";
import type { Metrics } from "./metrics.ts";
import { sendError, sendJson } from "./responses.ts";
import type { StaticSite } from "./staticSite.ts";

export interface Answerers {
  readonly functions: FunctionRoutes;
  readonly admin: AdminRoutes;
  readonly storage: StorageRoutes;
  readonly httpActions: HttpActionRoutes;
  readonly site: StaticSite | null;
  readonly metrics: Metrics;
  readonly tokens: TokenVerifier;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly version: string;
  readonly instanceName: string;
  readonly log: (message: string) => void;
}

const storagePath = /^\/api\/storage\/([^/]+)$/;

export class RequestHandler {
  readonly #to: Answerers;

  constructor(answerers: Answerers) {
    this.#to = answerers;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      await this.#dispatch(request, response, parseUrl(request.url));
    } catch (error) {
      // A client that leaves in the middle of its request is not an error.
      if (request.destroyed && !request.complete) response.destroy();
      else sendError(response, error, this.#to.log);
    }
  }

  async #dispatch(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const { httpActions, tokens, addressOf } = this.#to;
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
      else throw new HttpError(404, "NotFound", "There is no such endpoint.");
    } else if (this.#to.site !== null) {
      await this.#to.site.handle(request, response);
    } else {
      throw new HttpError(404, "NotFound", "There is nothing at this address.");
    }
  }

  /** False when it is no request to the API. */
  async #answerApi(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<boolean> {
    const { functions, admin, tokens, addressOf } = this.#to;
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
      await admin.handle(request, response, url);
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
    const { storage } = this.#to;
    const name = storagePath.exec(url.pathname)?.[1] ?? "";
    if (isPreflight(request)) {
      sendPreflight(response);
    } else if (name === "upload" && request.method === "POST") {
      await storage.upload(request, response, url.searchParams.get("token"));
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
    const { version, instanceName, metrics } = this.#to;
    switch (pathname) {
      case "/version":
        response.end(version);
        return true;
      case "/instance_name":
        response.end(instanceName);
        return true;
      case "/healthz":
        sendJson(response, 200, { status: "ok" });
        return true;
      case "/metrics":
        await this.#requireInsider(request);
        response.setHeader("Content-Type", "text/plain; version=0.0.4");
        response.end(metrics.render());
        return true;
      default:
        return false;
    }
  }

  /** Measures are for programs on this machine and for administrators. */
  async #requireInsider(request: IncomingMessage): Promise<void> {
    const { tokens, addressOf } = this.#to;
    const { remoteAddress = "" } = request.socket;
    const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
    const isProxied = request.headers["x-forwarded-for"] !== undefined;
    if (isLocal && !isProxied) return;
    const caller = await callerOfRequest(request, tokens, addressOf(request));
    if (!caller.isAdmin) {
      throw new HttpError(403, "Forbidden", "This needs the admin key.");
    }
  }
}

function parseUrl(url = "/"): URL {
  // Only path and query count; two slashes at the start would name a host.
  const path = url.replace(/^\/+/, "/");
  if (!URL.canParse(path, "http://localhost")) {
    throw new HttpError(400, "BadRequest", "The address cannot be read.");
  }
  return new URL(path, "http://localhost");
}
