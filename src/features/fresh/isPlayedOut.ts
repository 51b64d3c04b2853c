import type { PlayerState } from "../../audio/player/playerState";

/** A file may be shorter than its stated length by this much. */
const SLACK_MS = 1000;

/**
 * Returns whether a change of state means that the track was played to its end: the player then
 * goes back to the start and pauses. Some browsers pause first.
 */
export function isPlayedOut(before: PlayerState, now: PlayerState): boolean {
  const isAtStart = now.status === "paused" && now.elapsedMs === 0;
  if (!isAtStart || now.failure || before.track?.id !== now.track?.id)
    return false;
  if (before.status === "playing") return before.elapsedMs > 0;
  const isAtEnd = before.elapsedMs >= before.durationMs - SLACK_MS;
  return before.status === "paused" && before.elapsedMs > 0 && isAtEnd;
}
