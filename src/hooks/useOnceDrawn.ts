import { useEffect, useState } from "react";

/**
 * The value, but null until a frame with it was drawn. For what a slow phone draws for a while, so
 * that a press shows first. React's deferred values would wait for a player that shows its time.
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
