import { useEffect, useEffectEvent } from "react";
import { appPlayer } from "../../audio/player/appPlayer";
import { isPlayedOut } from "./isPlayedOut";

/** Calls `onEnd` when a track has been played to its end. */
export function usePlayedOut(trackId: string, onEnd: () => void): void {
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    let last = appPlayer.getState();
    return appPlayer.subscribe(() => {
      const before = last;
      last = appPlayer.getState();
      if (last.track?.id === trackId && isPlayedOut(before, last)) handleEnd();
    });
  }, [trackId]);
}
