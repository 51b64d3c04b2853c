import { wait } from "./wait";

const STEP_MS = 20;

/**
 * Resolves once the page has run for this long. Time in which the page stood still does not count,
 * because the awaited event may only be waiting in the page's queue.
 */
export async function pageHasRun(ms: number): Promise<void> {
  await comesTrue(() => false, { withinMs: ms, lookEveryMs: STEP_MS });
}

/**
 * Resolves to true as soon as `isTrue` returns true, or to its last result after the page has run
 * for `withinMs`; see `pageHasRun`.
 */
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
