import { LOOPBACK } from "../../shared/loopback";

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * Returns the address at which a request reached the public pages. A site that
 * was told no address believes that it is at localhost, which on a local
 * network is the phone that asks. There, the request knows better. A site with
 * an address of its own does not believe a header that anyone can write.
 */
export function reachedOrigin(request: Request): string {
  const own = new URL(request.url);
  const host = request.headers.get("Host");
  if (host === null || !LOOPBACK.test(own.hostname) || !HOST.test(host))
    return own.origin;
  const reached = `${own.protocol}//${host}`;
  return URL.canParse(reached) ? new URL(reached).origin : own.origin;
}

/** Returns the same address at the place where the request reached this site. */
export function reachedUrl(request: Request, url: string): string {
  const own = new URL(request.url).origin;
  const named = new URL(url);
  return named.origin === own
    ? reachedOrigin(request) + url.slice(own.length)
    : url;
}
