import { useEffect, useState } from "react";
import type { ServerClock } from "../../../audio/room/serverClock";

const LOOK_MS = 250;

/** The server's time in ms, to the second; null while it is not known. */
export function useServerSecond(clock: ServerClock): number | null {
  const [second, setSecond] = useState(() => secondOf(clock));
  useEffect(() => {
    const timer = setInterval(() => setSecond(secondOf(clock)), LOOK_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return second;
}

function secondOf(clock: ServerClock): number | null {
  const now = clock.now();
  return now === null ? null : 1000 * Math.floor(now / 1000);
}
