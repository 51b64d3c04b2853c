/**
 * Whoever shows a preview of a link asks for its picture by a full address.
 * Without one (a site that only this machine sees) the page stays as it is.
 */
export function withLinkPreview(
  page: string,
  siteUrl: string | undefined,
): string {
  if (!siteUrl) return page;
  const absolute = (path: string) => new URL(path, siteUrl).href;
  return page
    .replace(
      /(<meta property="og:image" content=")([^"]*)/,
      (_all, start: string, path: string) => start + absolute(path),
    )
    .replace(
      /<meta property="og:image"/,
      `<meta property="og:url" content="${absolute("/")}">\n    $&`,
    );
}
