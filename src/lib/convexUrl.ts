/**
 * The backend's URL: `VITE_CONVEX_URL` if it is set (in development), otherwise the origin of the
 * page.
 */
export function convexUrl(): string {
  const override: unknown = import.meta.env.VITE_CONVEX_URL;
  return typeof override === "string" && override !== ""
    ? override
    : window.location.origin;
}
