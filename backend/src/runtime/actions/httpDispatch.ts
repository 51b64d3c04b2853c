import type {
  HttpActionRequest,
  HttpActionResponse,
} from "../contract/runtime.ts";
import { takeBody } from "./responseBody.ts";

interface HttpAction {
  invokeHttpAction(request: Request): Promise<Response>;
}

/** The parts of convex/server's router that the engine uses. */
interface Router {
  isRouter: true;
  lookup(
    path: string,
    method: string,
  ): readonly [HttpAction, string, string] | null;
}

interface Dispatched {
  readonly response: HttpActionResponse;
  readonly route: string;
  /** Resolves when the body has been read to its end. */
  readonly ended: Promise<void>;
}

/** Makes a `Request` with the class that the router's module sees. */
type MakeRequest = (url: string, init: RequestInit) => Request;

/**
 * Runs the HTTP action that the router finds for a request, or answers 404.
 * @throws what the action throws, and Error if it does not return a Response.
 */
export async function dispatchHttp(
  router: unknown,
  given: HttpActionRequest,
  makeRequest: MakeRequest,
): Promise<Dispatched> {
  const { pathname } = new URL(given.url);
  if (!isRouter(router)) {
    const text = "This Convex deployment does not have HTTP actions enabled.";
    return notFound(text, pathname);
  }
  const match = router.lookup(pathname, given.method);
  if (match === null) {
    const text = `No HttpAction routed for ${pathname}`;
    return notFound(text, pathname);
  }
  const [action, method, route] = match;
  const response: unknown = await action.invokeHttpAction(
    requestOf(given, makeRequest),
  );
  if (!(response instanceof Response)) {
    throw new Error("An HTTP action must return a Response.");
  }
  const { body, ended } = await takeBody(read(response, "body"));
  return {
    response: { ...headOf(response), body },
    route: `${method} ${route}`,
    ended,
  };
}

/** True if the app itself answers; otherwise a mounted component may. */
export function isRouted(
  router: unknown,
  { url, method }: HttpActionRequest,
): boolean {
  return (
    isRouter(router) && router.lookup(new URL(url).pathname, method) !== null
  );
}

function requestOf(
  { method, url, headers, body }: HttpActionRequest,
  makeRequest: MakeRequest,
): Request {
  const mayHaveBody = method !== "GET" && method !== "HEAD";
  return makeRequest(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(mayHaveBody && body && bodyOf(body)),
  });
}

function bodyOf(body: NonNullable<HttpActionRequest["body"]>): RequestInit {
  if (body instanceof Uint8Array) return { body: Uint8Array.from(body) };
  // The standard requires `duplex` with a stream; the types do not know it.
  const init: RequestInit & { duplex: "half" } = { body, duplex: "half" };
  return init;
}

/**
 * Reads a property with the engine's getter, because the app may have replaced the
 * getter of its own class.
 */
function read<Name extends "status" | "headers" | "body">(
  response: Response,
  name: Name,
): Response[Name] {
  // The engine's getter returns what its type says.
  return Reflect.get(Response.prototype, name, response);
}

function headOf(response: Response) {
  const headers = Headers.prototype.entries.call(read(response, "headers"));
  return { status: read(response, "status"), headers: [...headers] };
}

function notFound(text: string, route: string): Dispatched {
  const response: HttpActionResponse = {
    status: 404,
    headers: [["content-type", "text/plain;charset=utf-8"]],
    body: new TextEncoder().encode(text),
  };
  return { response, route, ended: Promise.resolve() };
}

function isRouter(value: unknown): value is Router {
  return typeof value === "object" && value !== null && "isRouter" in value;
}
