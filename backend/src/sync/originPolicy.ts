const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a page of this origin may open a sync socket: pages of the same host,
 * of the configured origins, and, on a server reached over loopback, of any port
 * of this machine (development servers). Programs send no origin and may.
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
