import { useEffect, useState } from "react";

/**
 * Returns the value once a frame with it has been drawn, and null until then. Use it for parts that a
 * slow phone takes a while to draw, so that the answer to the press shows first. React's deferred
 * values would wait for a player that shows its time.
 */
export function useOnceDrawn<Value extends object>(
  value: Value | null,
): Value | null {
  const [drawn, setDrawn] = useState<Value | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A task that starts in a frame runs once that frame is drawn.
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
