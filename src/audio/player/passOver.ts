import type { Player } from "./player";

/**
 * Leaves the current track, which is gone. Several that are playing one after the
 * other go on with the next one; anything else ends.
 */
export function passOver(
  player: Pick<Player, "getState" | "close" | "pause">,
): void {
  const { queue, status, track } = player.getState();
  const isOn = status === "playing" || status === "loading";
  if (!isOn || !queue?.hasNext) return player.close();
  queue.step(1);
  // What follows has to be loaded first.
  if (player.getState().track === track) player.pause();
}
