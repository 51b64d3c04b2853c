import type { IncomingMessage } from "node:http";

/**
 * Returns the client's IP address. Behind a trusted proxy, that is the last
 * entry of X-Forwarded-For, the only one that the proxy itself has added.
 */
export function clientAddress(
  request: IncomingMessage,
  isProxyTrusted: boolean,
): string {
  const { remoteAddress = "" } = request.socket;
  if (!isProxyTrusted) return remoteAddress;
  const header = String(request.headers["x-forwarded-for"] ?? "");
  const last = header.split(",").at(-1)?.trim() ?? "";
  return last === "" ? remoteAddress : last;
}

/** True for this machine, from which a reverse proxy connects. */
export function isLoopback(address: string): boolean {
  return (
    address === "::1" ||
    address.startsWith("127.") ||
    address.startsWith("::ffff:127.")
  );
}
