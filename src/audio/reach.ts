import { Scope } from "./scope";

const LOOK_EVERY_MS = 20;

/**
 * Waits for a moment on the clock of the context, which stands still while the system takes the audio away. Rejects when
 * the context is closed or the signal aborts.
 */
export function reach(
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
