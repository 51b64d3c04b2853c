import { Scope } from "../../lib/scope";

const LOOK_EVERY_MS = 20;

/**
 * Waits until the context's clock reaches `seconds`. The clock stops while the system suspends
 * audio. Rejects when the context closes or the signal aborts.
 */
export function waitForAudioTime(
  context: AudioContext,
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const scope = new Scope();
    scope.every(LOOK_EVERY_MS, () => {
      if (signal.aborted || context.state === "closed") {
        scope.dispose();
        reject(new Error("the wait was ended"));
      } else if (context.currentTime >= seconds) {
        scope.dispose();
        resolve();
      }
    });
  });
}
