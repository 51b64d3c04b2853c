/**
 * Convex serves functions from one host, and HTTP actions, such as the public pages, from another.
 */
const CONVEX_CLOUD = ".convex.cloud";
const CONVEX_SITE = ".convex.site";

interface Addresses {
  /** Address of HTTP actions, `VITE_CONVEX_SITE_URL`. */
  siteUrl: unknown;
  /** Address of functions, `VITE_CONVEX_URL`. */
  cloudUrl: unknown;
  /** Address of the app. */
  pageOrigin: string;
}

/** Returns the address of the public pages, which is usually that of the app itself. */
export function listenOrigin({
  siteUrl,
  cloudUrl,
  pageOrigin,
}: Addresses): string {
  const site = originOf(siteUrl);
  if (site !== null) return site;
  const cloud = originOf(cloudUrl);
  if (cloud?.endsWith(CONVEX_CLOUD))
    return cloud.slice(0, -CONVEX_CLOUD.length) + CONVEX_SITE;
  return cloud ?? pageOrigin;
}

/** The address of the public pages of this build. */
export const ownListenOrigin = (): string =>
  listenOrigin({
    siteUrl: import.meta.env.VITE_CONVEX_SITE_URL,
    cloudUrl: import.meta.env.VITE_CONVEX_URL,
    pageOrigin: window.location.origin,
  });

function originOf(url: unknown): string | null {
  if (typeof url !== "string") return null;
  try {
    return new URL(url).origin;
  } catch {
    return null;
  }
}
