import { useEffect, useState } from "react";

/**
 * Returns the value once a frame with it has been drawn, and null until then. Use it for parts that
 * a slow phone takes a while to draw, so that the reaction to a press is drawn first. React's
 * `useDeferredValue` would be delayed by a player that keeps updating its time.
 */
export function useOnceDrawn<Value extends object>(
  value: Value | null,
): Value | null {
  const [drawn, setDrawn] = useState<Value | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A task that is queued in a frame callback runs once that frame has been drawn.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setDrawn(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return drawn === value ? drawn : null;
}
