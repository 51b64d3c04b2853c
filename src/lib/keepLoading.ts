import type { Code } from "./code";
import { logFailure } from "./logFailure";

/** Pause after the first failure. It grows with each one. */
const AGAIN_MS = 5_000;

interface Outcome<Part> {
  onLoaded: (part: Part) => void;
  /** Called after each failure, with their number. */
  onFailure: (failures: number) => void;
}

/**
 * Loads a part of the app. If that fails, tries again from time to time and as soon as the device
 * is online. Returns a function that gives up.
 */
export function keepLoading<Part>(
  code: Code<Part>,
  { onLoaded, onFailure }: Outcome<Part>,
): () => void {
  let failures = 0;
  let isOver = false;
  let isLoading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    removeEventListener("online", attempt);
  };
  const handleFailure = (error: unknown) => {
    isLoading = false;
    logFailure("loading a part of the page failed", error);
    if (isOver) return;
    failures += 1;
    timer = setTimeout(attempt, failures * AGAIN_MS);
    onFailure(failures);
  };
  function attempt() {
    if (isLoading) return;
    isLoading = true;
    clearTimeout(timer);
    code
      .load()
      .then((part) => {
        if (isOver) return;
        stop();
        onLoaded(part);
      })
      .catch(handleFailure);
  }

  addEventListener("online", attempt);
  attempt();
  return stop;
}
