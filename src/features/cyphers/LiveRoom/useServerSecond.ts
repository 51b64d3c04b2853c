import { useCallback, useSyncExternalStore } from "react";
import type { ServerClock } from "../../../audio/room/serverClock";

const LOOK_MS = 250;

/** Returns the server's time in ms, rounded to the second; null while it is unknown. */
export function useServerSecond(clock: ServerClock): number | null {
  return useOnClock(() => {
    const now = clock.now();
    return now === null ? null : 1000 * Math.floor(now / 1000);
  });
}

/** Returns whether a moment of the server's time has passed; null while that is unknown. */
export function useHasPassed(clock: ServerClock, at: number): boolean | null {
  return useOnClock(() => {
    const now = clock.now();
    return now === null ? null : now >= at;
  });
}

/** Returns what `read` returns, and reads again regularly. */
export function useOnClock<Value extends number | string | boolean | null>(
  read: () => Value,
  everyMs = LOOK_MS,
): Value {
  const look = useCallback(
    (onLook: () => void) => {
      const timer = setInterval(onLook, everyMs);
      return () => clearInterval(timer);
    },
    [everyMs],
  );
  return useSyncExternalStore(look, read);
}
