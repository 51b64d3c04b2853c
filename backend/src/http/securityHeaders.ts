/**
 * For everything of the site. Inline script is refused, whoever wrote it. The
 * address of the API is named because pages may be opened under another one of
 * this server (127.0.0.1 for localhost) and play files from there.
 */
export function pageHeadersFor(
  apiOrigin: string,
): readonly (readonly [string, string])[] {
  const contentSecurityPolicy = [
    "default-src 'self'",
    `connect-src 'self' ${apiOrigin} ws: wss:`,
    `media-src 'self' ${apiOrigin} blob:`,
    `img-src 'self' ${apiOrigin} data: blob:`,
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
