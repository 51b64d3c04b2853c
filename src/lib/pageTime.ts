import { wait } from "./wait";

const STEP_MS = 20;

/**
 * Resolves once the page has run for this long. Time in which it stood still does not count, as
 * what is waited for may lie in its queue by then.
 */
export async function pageHasRun(ms: number): Promise<void> {
  for (let steps = ms / STEP_MS; steps > 0; steps -= 1) await wait(STEP_MS);
}

/** Whether this comes true while the page runs for this long; see `pageHasRun`. */
export async function comesTrue(
  isTrue: () => boolean,
  { withinMs, lookEveryMs }: { withinMs: number; lookEveryMs: number },
): Promise<boolean> {
  for (let looks = withinMs / lookEveryMs; looks > 0; looks -= 1) {
    if (isTrue()) return true;
    await wait(lookEveryMs);
  }
  return isTrue();
}
