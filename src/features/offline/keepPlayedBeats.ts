import type { Player } from "../../audio/player/player";
import { keepSound } from "../../lib/kept/keptSounds";

/** A rapper who listens for this long may want to record on the beat. */
const HEARD_MS = 5_000;

/**
 * Keeps each beat that the viewer chose and has heard for a while, or to its middle. Returns a
 * function that stops this.
 */
export function keepPlayedBeats(
  player: Pick<Player, "getState" | "subscribe">,
  keep: (url: string) => Promise<void> = keepSound,
): () => void {
  let last: string | null = null;
  return player.subscribe(() => {
    const { track, status, elapsedMs, durationMs, queue } = player.getState();
    if (track?.kind !== "beat" || track.url === null || status !== "playing")
      return;
    if (queue?.isChosen === false) return;
    if (track.url === last || elapsedMs < Math.min(HEARD_MS, durationMs / 2))
      return;
    last = track.url;
    void keep(track.url);
  });
}
