import type { Worker } from "node:worker_threads";

const WORKER_END_LIMIT_MS = 5_000;

/** Receives a message when a worker keeps running after it was asked to end. */
export type OnStuck = (message: string) => void;

/**
 * Ends a worker. V8 stops JavaScript at once, but not a built-in function that
 * runs in one piece, such as `normalize` on a huge string: until that returns,
 * the thread keeps a core and everything it has open. Calls `onStuck` after
 * `limitMs`, but resolves only when the worker has really ended.
 */
export async function endWorker(
  worker: Worker,
  name: string,
  onStuck: OnStuck,
  limitMs = WORKER_END_LIMIT_MS,
): Promise<void> {
  const timer = setTimeout(() => {
    onStuck(
      `The worker "${name}" did not end within ${limitMs} ms of being told to: a function is stuck in native code.`,
    );
  }, limitMs);
  try {
    await worker.terminate();
  } finally {
    clearTimeout(timer);
  }
}
