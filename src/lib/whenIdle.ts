/** The page has its first content by then, even on a slow connection. */
export const SETTLED_MS = 2_500;

/** Not in every browser, and not in TypeScript's library. */
interface WithConnection {
  readonly connection?: { readonly saveData?: boolean };
}

/** Whether this person has asked for little traffic. */
export const savesData = (): boolean =>
  (navigator as WithConnection).connection?.saveData === true;

/**
 * Starts `work`, which may fail, once the page has settled. Not for people who save data. Returns a
 * function that calls it off. Safari knows no idle moments, so time has to tell.
 */
export function whenIdle(work: () => Promise<unknown>): () => void {
  if (savesData()) return () => undefined;
  const timer = setTimeout(
    () => void work().catch(() => undefined),
    SETTLED_MS,
  );
  return () => clearTimeout(timer);
}
