const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns true if a page of this origin may open a sync socket. Allowed are
 * pages of the server's own host and of the configured origins. If the server
 * itself is reached over loopback, pages on any loopback port may connect too
 * (development servers). Programs send no Origin header and are always allowed.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowed: ReadonlySet<string>,
): boolean {
  if (origin === undefined || allowed.has("*") || allowed.has(origin)) {
    return true;
  }
  const page = parse(origin);
  const server = parse(`http://${host ?? ""}`);
  if (page === null || server === null) return false;
  return (
    page.host === server.host ||
    (loopbackNames.has(page.hostname) && loopbackNames.has(server.hostname))
  );
}

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}
