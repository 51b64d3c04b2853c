import type { Player } from "./player";

/**
 * Leaves the current track, which is gone. Several that are playing one after the
 * other go on with the next one; anything else ends.
 */
export function passOver(player: Pick<Player, "getState" | "close">): void {
  const { queue, status } = player.getState();
  const isOn = status === "playing" || status === "loading";
  if (isOn && queue?.hasNext) queue.step(1);
  else player.close();
}
