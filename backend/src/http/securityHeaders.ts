/**
 * Matches the Host header of a browser: a name or an address, possibly with a
 * port.
 */
const plainHost = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Returns the security headers for all files of the site. Inline scripts are
 * not allowed, whoever wrote them. The policy names the address of the API
 * because a page may be opened at another address of this server (127.0.0.1 for
 * localhost) and play files from there.
 *
 * It names the page's own host for WebSockets because Safari before version 16
 * does not accept `'self'` for them. It names no other host, so that a page
 * that was tampered with cannot send data elsewhere.
 *
 * @param host the Host header of the request; ignored unless it is a plain host
 * @param fileOrigin address of stored files, if it differs from the API's
 */
export function pageHeadersFor(
  apiOrigin: string,
  host: string | undefined,
  fileOrigin: string | null = null,
): readonly (readonly [string, string])[] {
  const hosts = new Set([new URL(apiOrigin).host]);
  if (host !== undefined && plainHost.test(host)) hosts.add(host.toLowerCase());
  const sockets = [...hosts].flatMap((name) => [
    `ws://${name}`,
    `wss://${name}`,
  ]);
  const files = fileOrigin === null ? apiOrigin : `${apiOrigin} ${fileOrigin}`;
  const contentSecurityPolicy = [
    "default-src 'self'",
    `connect-src 'self' ${[files, ...sockets].join(" ")}`,
    `media-src 'self' ${files} blob:`,
    `img-src 'self' ${files} data: blob:`,
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  return [
    ["Content-Security-Policy", contentSecurityPolicy],
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    [
      "Permissions-Policy",
      "microphone=(self), camera=(), geolocation=(), payment=(), usb=()",
    ],
  ];
}
