/**
 * Protects a server on this machine from other web pages. Any page can send
 * requests to localhost, and with DNS rebinding a page whose name resolves to
 * 127.0.0.1 counts as the same origin. The server therefore only answers
 * requests to this machine's own names, and only from its own pages.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

type Listener = (this: Server, ...args: unknown[]) => void;

/**
 * Guards requests and upgrades. Call it after all other listeners are
 * registered.
 */
export function guardLoopback(server: Server, port: number): void {
  const hosts = new Set(
    ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${port}`),
  );
  const refusal = `Only http://localhost:${port} is answered here, and only to its own pages.\n`;
  guard(server, "request", (request, response: ServerResponse) => {
    if (isOwn(request, hosts)) {
      withholdFromOthers(response);
      return true;
    }
    response.writeHead(403, { "Content-Type": "text/plain" }).end(refusal);
    return false;
  });
  guard(server, "upgrade", (request, socket: Duplex) => {
    if (isOwn(request, hosts)) return true;
    socket.once("finish", () => socket.destroy());
    socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
    return false;
  });
}

/** Runs a check before all listeners of the event. */
function guard<Answer>(
  server: Server,
  event: "request" | "upgrade",
  admit: (request: IncomingMessage, answer: Answer) => boolean,
): void {
  // Node passes them the arguments that this listener gets.
  const listeners = server.listeners(event) as Listener[];
  server.removeAllListeners(event);
  server.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
    // The response of a request, or the socket of an upgrade.
    if (!admit(request, rest[0] as Answer)) return;
    for (const listener of listeners) listener.call(server, request, ...rest);
  });
}

/**
 * Accepts requests without an Origin header: programs send none, and pages omit
 * it only when they just display the response.
 */
function isOwn(
  { headers: { host, origin } }: IncomingMessage,
  hosts: ReadonlySet<string>,
): boolean {
  if (host === undefined || !hosts.has(host.toLowerCase())) return false;
  if (origin === undefined) return true;
  return [...hosts].some((own) => origin === `http://${own}`);
}

/**
 * Stops other pages from reading or embedding the response, whatever headers
 * the server sets.
 */
function withholdFromOthers(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    /^access-control-/i.test(name) ? response : setHeader(name, value);
  setHeader("Cross-Origin-Resource-Policy", "same-origin");
  setHeader("X-Content-Type-Options", "nosniff");
  setHeader("X-Frame-Options", "SAMEORIGIN");
}
