import type { Player } from "./player";
import { isOn } from "./playerState";

/**
 * Leaves the current track, which is gone. If a queue is playing, goes on with its next track;
 * otherwise closes the player.
 */
export function passOver(
  player: Pick<Player, "getState" | "close" | "pause">,
): void {
  const state = player.getState();
  const { queue, track } = state;
  if (!isOn(state) || !queue?.hasNext) return player.close();
  queue.step(1);
  // The next track must be loaded first.
  if (player.getState().track === track) player.pause();
}
