import type { Scope } from "../../lib/scope";

/**
 * Keeps the screen on until the scope is disposed. Does nothing where the browser does not support
 * it.
 */
export function keepScreenOn(scope: Scope): void {
  if (!("wakeLock" in navigator)) return;
  const request = () => {
    const lock = navigator.wakeLock.request("screen").catch(() => null);
    scope.add(() => void lock.then((held) => held?.release()));
  };
  request();
  // The browser takes the lock back when the page is hidden.
  scope.listen(document, "visibilitychange", () => {
    if (document.visibilityState === "visible") request();
  });
}
