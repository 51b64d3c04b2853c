/**
 * Matches the Host header of a browser: a name or an address, possibly with a
 * port.
 */
const plainHost = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

export interface PageOrigins {
  readonly apiOrigin: string;
  /** The address of stored files, if it differs from the API's. */
  readonly fileOrigin?: string | null;
  /** Digests of the scripts that the site's own pages contain. */
  readonly inlineScripts?: readonly string[];
}

/**
 * Returns the security headers for all files of the site. An inline script runs
 * only if the site's own pages contained it when the server started. The policy
 * names the address of the API because a page may be opened at another address
 * of this server (127.0.0.1 for localhost) and play files from the API's
 * address.
 *
 * It names the page's own host for WebSockets because Safari before version 16
 * does not accept `'self'` for them. It names no other host, so that a page
 * that was tampered with cannot send data elsewhere.
 *
 * @param host the Host header of the request; ignored unless it is a plain host
 */
export function pageHeadersFor(
  { apiOrigin, fileOrigin = null, inlineScripts = [] }: PageOrigins,
  host: string | undefined,
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
    ["script-src 'self'", ...inlineScripts].join(" "),
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
    [
      "Permissions-Policy",
      "microphone=(self), camera=(), geolocation=(), payment=(), usb=()",
    ],
  ];
}
