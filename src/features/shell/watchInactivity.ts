const ACTIVITY_EVENTS = ["mousemove", "mousedown", "keydown", "touchstart"];

/**
 * Calls `onReturn` when the window regains focus more than `timeoutMs` after the last activity.
 * Returns a function that stops watching.
 */
export function watchInactivity(
  target: EventTarget,
  timeoutMs: number,
  now: () => number,
  onReturn: () => void,
): () => void {
  let lastActiveAt = now();
  const handleActivity = () => {
    lastActiveAt = now();
  };
  const handleFocus = () => {
    const idleMs = now() - lastActiveAt;
    lastActiveAt = now();
    if (idleMs > timeoutMs) onReturn();
  };

  for (const name of ACTIVITY_EVENTS) {
    target.addEventListener(name, handleActivity, { passive: true });
  }
  target.addEventListener("focus", handleFocus);
  return () => {
    for (const name of ACTIVITY_EVENTS) {
      target.removeEventListener(name, handleActivity);
    }
    target.removeEventListener("focus", handleFocus);
  };
}
