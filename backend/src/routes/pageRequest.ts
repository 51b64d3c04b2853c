/**
 * Tells requests for a page of the app from requests for a missing file. The
 * path decides rather than the Accept header, because programs that create link
 * previews send any media type there, or none.
 */
import type { IncomingMessage } from "node:http";

/** A file name such as `logo.svg`; page paths have no extension. */
const fileName = /\.[A-Za-z0-9]{1,8}$/;
/** Folders that contain no pages, including hidden ones such as `/.git/`. */
const folderOfFiles = /^\/(api|assets)(\/|$)|\/\.\w/i;
/** A path that starts with two slashes would name another host. */
const hostName = /^\/\//;

/**
 * Returns true if the app's page should answer a GET request that matched no
 * file.
 */
export function isPageRequest({
  url = "/",
}: Pick<IncomingMessage, "url">): boolean {
  const [path = "/"] = url.split("?");
  return ![fileName, folderOfFiles, hostName].some((pattern) =>
    pattern.test(path),
  );
}
