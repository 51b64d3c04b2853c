/** Where the backend answers: the site's own origin, unless development names another. */
export function convexUrl(): string {
  const override: unknown = import.meta.env.VITE_CONVEX_URL;
  return typeof override === "string" && override !== ""
    ? override
    : window.location.origin;
}
