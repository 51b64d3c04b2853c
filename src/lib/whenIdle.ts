/** After this time the page has its first content, even on a slow connection. */
export const SETTLED_MS = 2_500;

/** `connection` is missing in some browsers and in TypeScript's library. */
interface WithConnection {
  readonly connection?: { readonly saveData?: boolean };
}

/** Returns whether this person has asked the browser to save data. */
export const savesData = (): boolean =>
  (navigator as WithConnection).connection?.saveData === true;

/**
 * Starts `work`, which may fail, when the page is idle; never for people who save data. Returns a
 * function that cancels it. Safari cannot report idle times, so there it starts after a fixed time.
 */
export function whenIdle(work: () => Promise<unknown>): () => void {
  if (savesData()) return () => undefined;
  const timer = setTimeout(
    () => void work().catch(() => undefined),
    SETTLED_MS,
  );
  return () => clearTimeout(timer);
}
