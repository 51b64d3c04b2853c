import type { Code } from "./code";
import { logFailure } from "./logFailure";
import { pause } from "./pause";

/** Pause after the first failure. The pause grows with each further failure. */
const AGAIN_MS = 5_000;

interface Outcome<Part> {
  onLoaded: (part: Part) => void;
  /** Called after each failure with the number of failures so far. */
  onFailure: (failures: number) => void;
}

/**
 * Loads a part of the app. If loading fails, tries again from time to time and as soon as the
 * device is online. Returns a function that stops this.
 */
export function keepLoading<Part>(
  code: Code<Part>,
  outcome: Outcome<Part>,
): () => void {
  const stopping = new AbortController();
  void load(code, outcome, stopping.signal);
  return () => stopping.abort();
}

async function load<Part>(
  code: Code<Part>,
  { onLoaded, onFailure }: Outcome<Part>,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    const part = await code.load().catch(logLoading);
    if (signal.aborted) return;
    if (part !== undefined) {
      onLoaded(part);
      return;
    }
    onFailure(failures);
    await pause(failures * AGAIN_MS, signal).catch(() => undefined);
    if (signal.aborted) return;
  }
}

function logLoading(error: unknown): undefined {
  logFailure("loading a part of the page failed", error);
}
