import type { Worker } from "node:worker_threads";

const WORKER_END_LIMIT_MS = 5_000;
/**
 * After this many times the limit a worker counts as stuck anyway, because a
 * thread that waits uses no processor time.
 */
const LONGEST_LIMITS = 12;

/** Receives a message when a worker keeps running after it was asked to end. */
export type OnStuck = (message: string) => void;

/**
 * Ends a worker. V8 stops JavaScript at once, but not a built-in function that
 * runs in one piece, such as `normalize` on a huge string: until that returns,
 * the thread keeps a core and everything it has open. Calls `onStuck` once
 * `limitMs` have passed and the process has used as much processor time,
 * because on a busy machine a healthy worker may have to wait for its turn.
 * After twelve times `limitMs` it calls `onStuck` in any case. Resolves only
 * when the worker has really ended.
 */
export async function endWorker(
  worker: Worker,
  name: string,
  onStuck: OnStuck,
  limitMs = WORKER_END_LIMIT_MS,
): Promise<void> {
  const [beganAt, usedBefore] = [performance.now(), process.cpuUsage()];
  const check = () => {
    const { user, system } = process.cpuUsage(usedBefore);
    const leftMs = limitMs - (user + system) / 1_000;
    const waitedMs = performance.now() - beganAt;
    if (leftMs > 0 && waitedMs < LONGEST_LIMITS * limitMs)
      timer = setTimeout(check, leftMs);
    else
      onStuck(
        `The worker "${name}" did not end within ${Math.round(waitedMs)} ms of being told to: a function is stuck in native code.`,
      );
  };
  let timer = setTimeout(check, limitMs);
  try {
    await worker.terminate();
  } finally {
    clearTimeout(timer);
  }
}
