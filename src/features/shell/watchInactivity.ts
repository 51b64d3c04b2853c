const activityEvents = ["mousemove", "mousedown", "keydown", "touchstart"];

/** Calls `onReturn` when the window regains focus more than `timeoutMs` after the last sign of life. Returns the way to stop. */
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

  for (const name of activityEvents) {
    target.addEventListener(name, handleActivity, { passive: true });
  }
  target.addEventListener("focus", handleFocus);
  return () => {
    for (const name of activityEvents) {
      target.removeEventListener(name, handleActivity);
    }
    target.removeEventListener("focus", handleFocus);
  };
}
