import { LOOPBACK } from "../../convex/shared/loopback";

/**
 * Turns a storage or upload URL from the server into one that this page can reach. A server without
 * a configured public address puts a loopback address into its URLs, which does not work from
 * another machine. The page's own origin serves the same paths, so it is used instead.
 */
export function reachableUrl(
  url: string,
  page: Pick<Location, "hostname" | "origin"> = window.location,
): string {
  const named = new URL(url, page.origin);
  if (!LOOPBACK.test(named.hostname) || LOOPBACK.test(page.hostname))
    return url;
  return page.origin + named.pathname + named.search;
}
