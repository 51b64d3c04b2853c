import type { Player } from "./player";
import { isOn } from "./playerState";

/**
 * Leaves the current track, which is gone. Several that are playing one after the
 * other go on with the next one; anything else ends.
 */
export function passOver(
  player: Pick<Player, "getState" | "close" | "pause">,
): void {
  const state = player.getState();
  const { queue, track } = state;
  if (!isOn(state) || !queue?.hasNext) return player.close();
  queue.step(1);
  // What follows has to be loaded first.
  if (player.getState().track === track) player.pause();
}
