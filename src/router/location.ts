/** Where the app is: an address, and what its history entry holds. */
export interface Location {
  readonly pathname: string;
  /** Empty, or with its question mark. */
  readonly search: string;
  /** Empty, or with its hash sign. */
  readonly hash: string;
  /** What the link or redirect that led here left for the page; null if nothing. */
  readonly state: unknown;
  /** Differs in every entry that the app made. All others have `FIRST_KEY`. */
  readonly key: string;
}

/** The key of an entry that the app did not make, such as that of a page opened by its address. */
export const FIRST_KEY = "default";

export const newKey = () => Math.random().toString(36).slice(2, 10);

/**
 * Resolves `to` as a link on the page `from` does, to a whole address. Both can come from anyone, so
 * addresses of other sites are refused.
 */
export function resolve(to: string, from: string): string {
  const { origin, pathname, search, hash } = new URL(to, from);
  if (origin !== new URL(from).origin) {
    throw new Error(`"${to}" is not an address of this site.`);
  }
  return origin + pathname + search + hash;
}
