/**
 * The built site: hashed assets for ever; for every page of the app `200.html`,
 * as many static hosts have it, or else `index.html`.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { existsSync } from "node:fs";
import { join } from "node:path";
import sirv from "sirv";
import { HttpError } from "./httpError.ts";
import { pageHeadersFor } from "./securityHeaders.ts";

/** Vite puts a hash of the content into the name of everything below `assets/`. */
const hashedAsset = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

export class StaticSite {
  readonly #serve: ReturnType<typeof sirv>;
  /** What an address without a file of its own is answered with. */
  readonly #pageUrl: string | null;

  constructor(dir: string, { apiOrigin }: { apiOrigin: string }) {
    const pageHeaders = pageHeadersFor(apiOrigin);
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
        for (const [name, value] of pageHeaders) {
          response.setHeader(name, value);
        }
        response.setHeader(
          "Cache-Control",
          hashedAsset.test(pathname)
            ? "public, max-age=31536000, immutable"
            : "no-cache",
        );
      },
    });
  }

  /** @throws HttpError 404 when it is neither a file nor a page. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new HttpError(405, "MethodNotAllowed", "Use GET or HEAD.");
    }
    if (await this.#tryServe(request, response)) return;
    if (this.#pageUrl !== null && isNavigation(request)) {
      request.url = this.#pageUrl;
      if (await this.#tryServe(request, response)) return;
    }
    throw new HttpError(404, "NotFound", "There is nothing at this address.");
  }

  /** False when the directory has no such file. */
  #tryServe(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      response.once("close", () => resolve(true));
      // sirv listed the files at start: one that is gone since fails only now.
      response.once("pipe", (file) =>
        file.once("error", (error) => response.destroy(error)),
      );
      this.#serve(request, response, () => resolve(false));
    });
  }
}

/** A browser that opens a page, as opposed to a page that misses a file. */
function isNavigation({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? "").includes("text/html");
}
