/**
 * Starts the app without a connection.
 *
 * How one version follows another:
 * 1. Pages come from the server whenever it answers, so the next page that is loaded has the new
 * version. An open page stays as it is, with its take and typed words.
 * 2. The browser installs the new worker beside this one. It stores the files of its version and
 * waits until no page of the site is open. It reloads no page.
 * 3. Meanwhile the files of both versions are stored. A page that is still open finds its files
 * here, although the server no longer has them.
 * 4. When the new worker takes over, Workbox deletes the files that are not in its version.
 */
import { matchPrecache, precacheAndRoute } from "workbox-precaching";
import { createPartialResponse } from "workbox-range-requests";
import { paths, patternOf } from "../routing/paths";

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build. */
  readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0];
};

/** The page for every address of the app, as on the server. */
const SHELL = "/200.html";
/** After this long without an answer, the stored page is shown. */
const PATIENCE_MS = 4_000;
/** Status codes that a proxy sends while the server is down. */
const IS_AWAY: readonly number[] = [502, 503, 504];
/**
 * These fonts are large and only readers of Hindi need them, so they are stored when they are first
 * used.
 */
const FONT_OF_USE = /^\/assets\/.*devanagari.*\.woff2$/;
const FONTS = "fonts";

const pages = Object.values(paths).map((path) => new RegExp(patternOf(path)));

// Answers requests for the files of this version, before the listener below.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: "" });

self.addEventListener("activate", (event) => {
  // Takes over pages that were open at the first visit. At later updates no page is open at this
  // point.
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  const isOwn = origin === self.location.origin;
  if (request.mode === "navigate") {
    // Other addresses of the server, such as those of shared links, are not handled.
    if (isOwn && pages.some((page) => page.test(pathname)))
      event.respondWith(answerPage(request));
  } else if (isOwn && pathname.startsWith("/assets/")) {
    event.respondWith(answerFile(request, pathname));
  } else if (pathname.startsWith("/api/storage/") && isForStored(request)) {
    event.respondWith(answerSound(request));
  }
});

async function answerPage(request: Request): Promise<Response> {
  const fetched = fetch(request);
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const answer = await Promise.race([fetched.catch(() => null), late]);
  if (answer !== null && !IS_AWAY.includes(answer.status)) return answer;
  return (await matchPrecache(SHELL)) ?? fetched;
}

/** Answers with a file of another version, which may be stored for a page that is still open. */
async function answerFile(
  request: Request,
  pathname: string,
): Promise<Response> {
  const stored = await caches.match(request, { ignoreVary: true });
  if (stored !== undefined) return stored;
  const answer = await fetch(request);
  if (answer.ok && FONT_OF_USE.test(pathname)) {
    const fonts = await caches.open(FONTS);
    await fonts.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}

/**
 * With a connection, players load sounds from the server, as they would without this worker. The
 * recorder reads whole files and may always get a stored one.
 */
const isForStored = ({ destination, headers }: Request): boolean =>
  !navigator.onLine || (destination === "" && !headers.has("Range"));

/** Answers with a sound that `src/lib/kept/keptSounds.ts` has stored, or from the server. */
async function answerSound(request: Request): Promise<Response> {
  const stored = await caches.match(request.url, { ignoreVary: true });
  if (stored === undefined) return fetch(request);
  return request.headers.has("Range")
    ? createPartialResponse(request, stored)
    : stored;
}
