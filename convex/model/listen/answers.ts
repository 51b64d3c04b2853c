/** Turns requests for public pages into responses. */
import type {
  FoundContent,
  FoundCypher,
  ListenArtist,
  SiteMapPage,
} from "../../shared/listenValidators";
import { namedLanguage } from "../../shared/namedLanguage";
import type { ContentType } from "../../shared/validators";
import type { ContentRef } from "../content/content";
import { setting } from "../setting";
import { absentPage } from "./absentPage";
import { readAddress, type Wanted, withoutSentence } from "./address";
import { artistPage } from "./artistPage";
import { type Page, renderDocument } from "./document";
import { preferredLanguage } from "./language";
import { securityHeaders } from "./securityHeaders";
import {
  readSiteMapPath,
  robotsText,
  siteMapIndex,
  siteMapXml,
} from "./siteMapXml";
import { contentPage } from "./contentPage";
import { cypherPage } from "./cypherPage";
import { reachedOrigin, reachedUrl } from "./reached";
import { appFile, type View } from "./view";

/** Reads what the pages show, and pictures of beats and verses. */
export interface PageReader {
  findListenContent(wanted: ContentRef): Promise<FoundContent>;
  findListenCypher(cypherId: string): Promise<FoundCypher>;
  findArtist(username: string): Promise<ListenArtist | null>;
  /** Returns null if the picture cannot be drawn now. */
  answerPicture(wanted: ContentRef): Promise<Response | null>;
}

interface Answer {
  readonly status: number;
  readonly page: Page;
  /**
   * The URL of an audio file that the page plays; its other files come from the
   * same host.
   */
  readonly mediaUrl: string | null;
}

/** A removed recording is gone from caches within a minute. */
const PAGE_CACHE = "public, max-age=60";
const SITE_MAP_CACHE = "public, max-age=3600";

/** Answers with a page for every address: 404 or 410 where there is nothing. */
export async function answerPage(
  request: Request,
  read: PageReader,
): Promise<Response> {
  const view = viewOf(request);
  const { pathname, search } = new URL(request.url);
  const clean = withoutSentence(pathname);
  if (clean !== null) return redirect(`${clean}${search}`);
  const wanted = readAddress(pathname);
  if (wanted?.kind === "picture") {
    const { contentType, contentId } = wanted;
    const picture = await read.answerPicture({ contentType, contentId });
    return picture ?? sitePicture(view);
  }
  const answer = await answerTo(view, wanted, {
    ...read,
    findListenContent: async (content) =>
      withReachedFile(request, await read.findListenContent(content)),
    findListenCypher: async (cypherId) =>
      withReachedFiles(request, await read.findListenCypher(cypherId)),
  });
  const policy = await securityHeaders(view, answer.mediaUrl);
  const caching = { "Cache-Control": PAGE_CACHE, Vary: "Accept-Language" };
  return pageResponse(view, answer, { ...caching, ...policy });
}

/** Answers with a page, in the language in which it was asked for. */
export const pageResponse = (
  view: View,
  { status, page }: Pick<Answer, "status" | "page">,
  headers: Record<string, string>,
): Response =>
  new Response(renderDocument(view, page), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": view.language,
      ...headers,
    },
  });

function withReachedFile(request: Request, found: FoundContent): FoundContent {
  if (found.status !== "found" || found.content.fileUrl === null) return found;
  const fileUrl = reachedUrl(request, found.content.fileUrl);
  return { ...found, content: { ...found.content, fileUrl } };
}

function withReachedFiles(request: Request, found: FoundCypher): FoundCypher {
  if (found.status !== "found") return found;
  const verses = found.content.verses.map(({ fileUrl, ...verse }) => ({
    ...verse,
    fileUrl: fileUrl && reachedUrl(request, fileUrl),
  }));
  const { beat } = found.content;
  const fileUrl = beat?.fileUrl && reachedUrl(request, beat.fileUrl);
  const reached = beat && { ...beat, fileUrl: fileUrl ?? null };
  return { ...found, content: { ...found.content, verses, beat: reached } };
}

async function answerTo(
  view: View,
  wanted: Exclude<Wanted, { kind: "picture" }> | null,
  read: PageReader,
): Promise<Answer> {
  if (wanted?.kind === "content") {
    const { contentType, contentId } = wanted;
    const found = await read.findListenContent({ contentType, contentId });
    if (found.status !== "found") return absence(view, found.status);
    const { content } = found;
    const page = contentPage(view, content);
    return { status: 200, page, mediaUrl: content.fileUrl };
  }
  if (wanted?.kind === "cypher") {
    const found = await read.findListenCypher(wanted.cypherId);
    if (found.status !== "found") return absence(view, found.status);
    const { content } = found;
    const urls = content.verses.map(({ fileUrl }) => fileUrl);
    const mediaUrl =
      urls.find((url) => url !== null) ?? content.beat?.fileUrl ?? null;
    return { status: 200, page: cypherPage(view, content), mediaUrl };
  }
  const artist = wanted && (await read.findArtist(wanted.username));
  if (artist === null) return absence(view, "missing");
  return { status: 200, page: artistPage(view, artist), mediaUrl: null };
}

const absence = (view: View, why: "removed" | "missing"): Answer => ({
  status: why === "removed" ? 410 : 404,
  page: absentPage(view, why),
  mediaUrl: null,
});

/**
 * Redirects to the site's own picture, for a picture that cannot be drawn now.
 */
function sitePicture(view: View): Response {
  return redirect(appFile(view, "/link-preview.png"));
}

const redirect = (to: string) =>
  new Response(null, {
    status: 302,
    headers: { Location: to, "Cache-Control": PAGE_CACHE },
  });

/** Reads from a request the address and language of the page it asks for. */
export function viewOf(request: Request): View {
  const named = namedLanguage(new URL(request.url).searchParams);
  const origin = reachedOrigin(request);
  const siteUrl = setting("SITE_URL");
  return {
    origin,
    siteUrl: siteUrl === null ? origin : reachedUrl(request, siteUrl),
    language:
      named ?? preferredLanguage(request.headers.get("Accept-Language")),
    isLanguageNamed: named !== null,
  };
}

/** Reads the contents of site maps. */
export interface SiteMapReader {
  count(): Promise<Record<ContentType, number>>;
  read(wanted: {
    contentType: ContentType;
    page: number;
  }): Promise<SiteMapPage>;
}

/** Answers /sitemap.xml with the index, and /sitemaps/… with one of its maps. */
export async function answerSiteMap(
  request: Request,
  reader: SiteMapReader,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const origin = reachedOrigin(request);
  if (pathname === "/sitemap.xml")
    return xml(siteMapIndex(origin, await reader.count()));
  const wanted = readSiteMapPath(pathname);
  const found = wanted && (await reader.read(wanted));
  if (found === null || found.content.length === 0) return notFound();
  return xml(siteMapXml(origin, wanted?.contentType ?? "beat", found));
}

const xml = (text: string) =>
  new Response(text, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": SITE_MAP_CACHE,
      "X-Content-Type-Options": "nosniff",
    },
  });

const notFound = () =>
  new Response("There is no such site map.\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });

export function answerRobots(request: Request): Response {
  return new Response(robotsText(reachedOrigin(request)), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": SITE_MAP_CACHE,
    },
  });
}
