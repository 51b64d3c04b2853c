import type { HttpActionRequest, HttpActionResponse } from "../contract.ts";

interface HttpAction {
  invokeHttpAction(request: Request): Promise<Response>;
}

/** The router of convex/server, as far as the engine uses it. */
interface Router {
  isRouter: true;
  lookup(
    path: string,
    method: string,
  ): readonly [HttpAction, string, string] | null;
}

export async function dispatchHttp(
  router: unknown,
  given: HttpActionRequest,
): Promise<{ response: HttpActionResponse; route: string }> {
  const { pathname } = new URL(given.url);
  if (!isRouter(router)) {
    const text = "This Convex deployment does not have HTTP actions enabled.";
    return { response: notFoundResponse(text), route: pathname };
  }
  const match = router.lookup(pathname, given.method);
  if (match === null) {
    const text = `No HttpAction routed for ${pathname}`;
    return { response: notFoundResponse(text), route: pathname };
  }
  const [action, method, route] = match;
  const response: unknown = await action.invokeHttpAction(requestOf(given));
  if (!(response instanceof Response)) {
    throw new Error("An HTTP action must return a Response.");
  }
  return {
    response: await readResponse(response),
    route: `${method} ${route}`,
  };
}

/** Whether the app itself answers; else a component mounted below may. */
export function isRouted(
  router: unknown,
  { url, method }: HttpActionRequest,
): boolean {
  return (
    isRouter(router) && router.lookup(new URL(url).pathname, method) !== null
  );
}

function requestOf({ method, url, headers, body }: HttpActionRequest): Request {
  const mayHaveBody = method !== "GET" && method !== "HEAD";
  return new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(mayHaveBody && body && { body: Uint8Array.from(body) }),
  });
}

async function readResponse(response: Response): Promise<HttpActionResponse> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

function notFoundResponse(text: string): HttpActionResponse {
  return {
    status: 404,
    headers: [["content-type", "text/plain;charset=utf-8"]],
    body: new TextEncoder().encode(text),
  };
}

function isRouter(value: unknown): value is Router {
  return typeof value === "object" && value !== null && "isRouter" in value;
}
