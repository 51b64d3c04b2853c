import type { PlayerState } from "../../audio/player/playerState";

/** A file may be a little shorter than it says. */
const SLACK_MS = 1000;

/** At the end the player goes back to the start and stands still; some browsers pause before. */
export function isPlayedOut(before: PlayerState, now: PlayerState): boolean {
  const isAtStart = now.status === "paused" && now.elapsedMs === 0;
  if (!isAtStart || now.failure || before.track?.id !== now.track?.id)
    return false;
  if (before.status === "playing") return before.elapsedMs > 0;
  const isAtEnd = before.elapsedMs >= before.durationMs - SLACK_MS;
  return before.status === "paused" && before.elapsedMs > 0 && isAtEnd;
}
