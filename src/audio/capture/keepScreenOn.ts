import type { Scope } from "../../lib/scope";

/**
 * Keeps the screen on until the scope is disposed. Does nothing in browsers without the Wake Lock
 * API.
 */
export function keepScreenOn(scope: Scope): void {
  if (!("wakeLock" in navigator)) return;
  const request = () => {
    const lock = navigator.wakeLock.request("screen").catch(() => null);
    scope.add(() => void lock.then((held) => held?.release()));
  };
  request();
  // The browser releases the lock when the page is hidden, so it is requested again here.
  scope.listen(document, "visibilitychange", () => {
    if (document.visibilityState === "visible") request();
  });
}
