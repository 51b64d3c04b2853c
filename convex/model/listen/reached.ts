import { LOOPBACK } from "../../shared/loopback";

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * Returns the address at which a request reached the public pages. A site that
 * was told no address believes that it is at localhost. On a local network,
 * that would be the phone that asks, so the address is taken from the request
 * instead. A site that has an address does not believe the request's headers,
 * which anyone can write.
 */
export function reachedOrigin(request: Request): string {
  const own = new URL(request.url);
  const host = request.headers.get("Host");
  if (host === null || !LOOPBACK.test(own.hostname) || !HOST.test(host))
    return own.origin;
  const reached = `${own.protocol}//${host}`;
  return URL.canParse(reached) ? new URL(reached).origin : own.origin;
}

/**
 * Returns a URL of this site, with the host at which the request reached the
 * site.
 */
export function reachedUrl(request: Request, url: string): string {
  const own = new URL(request.url).origin;
  const named = new URL(url);
  return named.origin === own
    ? reachedOrigin(request) + url.slice(own.length)
    : url;
}
