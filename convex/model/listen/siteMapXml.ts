import type { SiteMapPage } from "../../shared/listenValidators";
import type { ContentType } from "../../shared/validators";
import { escapeHtml } from "../../shared/escapeHtml";
import { artistPath, contentPath } from "./view";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Path of one site map, counted from 1. */
const siteMapPath = (contentType: ContentType, page: number): string =>
  `/sitemaps/${contentType}s-${page}.xml`;

/** Reads the path of a site map; null for any other path. */
export function readSiteMapPath(
  path: string,
): { contentType: ContentType; page: number } | null {
  const match = /^\/sitemaps\/(beat|verse)s-([1-9]\d{0,8})\.xml$/.exec(path);
  if (match === null) return null;
  return {
    contentType: match[1] === "beat" ? "beat" : "verse",
    page: Number(match[2]),
  };
}

/** The index that names all site maps. */
export function siteMapIndex(
  origin: string,
  counts: Readonly<Record<ContentType, number>>,
): string {
  const paths = (["beat", "verse"] as const).flatMap((contentType) =>
    Array.from({ length: counts[contentType] }, (_, index) =>
      siteMapPath(contentType, index + 1),
    ),
  );
  const entries = paths.map(
    (path) => `<sitemap><loc>${escapeHtml(origin + path)}</loc></sitemap>\n`,
  );
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join("")}</sitemapindex>\n`;
}

/** One site map: beats or verses, and the artists who made them. */
export function siteMapXml(
  origin: string,
  contentType: ContentType,
  { content, artists }: SiteMapPage,
): string {
  const entries = [
    ...content.map(({ id, updatedAt }) => {
      const loc = escapeHtml(origin + contentPath(contentType, id));
      const date = new Date(updatedAt).toISOString();
      return `<url><loc>${loc}</loc><lastmod>${date}</lastmod></url>\n`;
    }),
    ...artists.map(
      (name) =>
        `<url><loc>${escapeHtml(origin + artistPath(name))}</loc></url>\n`,
    ),
  ];
  return `${HEAD}<urlset xmlns="${NAMESPACE}">\n${entries.join("")}</urlset>\n`;
}

export const robotsText = (origin: string): string =>
  `User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`;
