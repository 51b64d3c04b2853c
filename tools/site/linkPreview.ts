/**
 * Makes the image URL of a page's link preview absolute, as services that show
 * previews require. Returns the page unchanged without `siteUrl`, for a site
 * that only this machine sees. `path` is the page's address; null for a shell
 * that serves any address.
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
