/**
 * Whoever shows a preview of a link asks for its picture by a full address.
 * Without one (a site that only this machine sees) the page stays as it is.
 * `path` is where the page is; null for a shell that is shown anywhere.
 */
export function withLinkPreview(
  page: string,
  siteUrl: string | undefined,
  path: string | null,
): string {
  if (!siteUrl) return page;
  const absolute = (relative: string) => new URL(relative, siteUrl).href;
  const own =
    path === null
      ? ""
      : `<meta property="og:url" content="${absolute(path)}" />\n    `;
  return page.replace(
    /(<meta property="og:image" content=")([^"]*)/,
    (_all, start: string, image: string) => own + start + absolute(image),
  );
}
