import { useCallback, useSyncExternalStore } from "react";
import type { ServerClock } from "../../../audio/room/serverClock";

const LOOK_MS = 250;

/** The server's time in ms, to the second; null while it is not known. */
export function useServerSecond(clock: ServerClock): number | null {
  return useOnClock(() => {
    const now = clock.now();
    return now === null ? null : 1000 * Math.floor(now / 1000);
  });
}

/** Whether a moment of the server's time has passed; null while that is not known. */
export function useHasPassed(clock: ServerClock, at: number): boolean | null {
  return useOnClock(() => {
    const now = clock.now();
    return now === null ? null : now >= at;
  });
}

/** What a clock says, as it is read again and again. */
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
