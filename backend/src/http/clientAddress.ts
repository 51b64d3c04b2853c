import type { IncomingMessage } from "node:http";

/** Behind a trusted proxy the last entry of the header is what the proxy itself saw. */
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
