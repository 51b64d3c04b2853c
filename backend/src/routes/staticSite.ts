/**
 * Serves a built site. Hashed assets may be cached forever. Pages of the app
 * get `200.html`, as on many static hosts, or `index.html` if there is no such
 * file.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { existsSync } from "node:fs";
import { join } from "node:path";
import sirv from "sirv";
import { HttpError } from "../http/httpError.ts";
import { isPageRequest } from "./pageRequest.ts";
import { inlineScriptsOf } from "../http/inlineScripts.ts";
import { type PageOrigins, pageHeadersFor } from "../http/securityHeaders.ts";

/** Vite adds a content hash to all file names in `assets/`. */
const hashedAsset = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

export class StaticSite {
  readonly #serve: ReturnType<typeof sirv>;
  /** The file for page addresses, or null if the site has none. */
  readonly #pageUrl: string | null;

  constructor(dir: string, origins: Omit<PageOrigins, "inlineScripts">) {
    const sources = { ...origins, inlineScripts: inlineScriptsOf(dir) };
    const has = (name: string) => existsSync(join(dir, name));
    this.#pageUrl = has("200.html")
      ? "/200.html"
      : has("index.html")
        ? "/"
        : null;
    this.#serve = sirv(dir, {
      etag: true,
      brotli: true,
      gzip: true,
      dotfiles: false,
      setHeaders: (response, pathname) => {
        const { host } = response.req.headers;
        for (const [name, value] of pageHeadersFor(sources, host)) {
          response.setHeader(name, value);
        }
        if (!this.#isFrontPage(pathname))
          response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader(
          "Cache-Control",
          hashedAsset.test(pathname)
            ? "public, max-age=31536000, immutable"
            : "no-cache",
        );
      },
    });
  }

  /**
   * @throws HttpError 404 if the address is neither a file nor a page, 405 for
   *   methods other than GET and HEAD
   */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new HttpError(405, "MethodNotAllowed", "Use GET or HEAD.");
    }
    if (!isPlainRange(request.headers.range)) delete request.headers.range;
    if (await this.#tryServe(request, response)) return;
    if (this.#pageUrl !== null && isPageRequest(request)) {
      request.url = this.#pageUrl;
      if (await this.#tryServe(request, response)) return;
    }
    throw new HttpError(404, "NotFound", "There is nothing at this address.");
  }

  /**
   * Returns true for `index.html`, if the app has a separate page (`200.html`).
   * Strangers open `index.html` from other sites. The opener policy would give
   * it a process of its own, which costs a slow phone a quarter of a second
   * before anything shows. The app may continue in this page without the
   * policy, which is only one of several protections.
   */
  #isFrontPage(pathname: string): boolean {
    return this.#pageUrl === "/200.html" && /^\/(index\.html)?$/.test(pathname);
  }

  /** Resolves with false if the directory has no such file. */
  #tryServe(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      if (response.destroyed) {
        resolve(true);
        return;
      }
      response.once("close", () => resolve(true));
      response.once("pipe", (file) => {
        // sirv lists the files once, so a file that was deleted since then
        // fails only here.
        file.once("error", (error) => response.destroy(error));
        // Otherwise the file would stay open for good when a client leaves
        // early.
        response.once("close", () => file.destroy());
      });
      this.#serve(request, response, () => resolve(false));
    });
  }
}

/**
 * Returns true for a single range with a start. A server may ignore all other
 * ranges, and sirv would fail on some of them or send wrong bytes.
 */
function isPlainRange(header = ""): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  return first !== undefined && (!last || Number(last) >= Number(first));
}
