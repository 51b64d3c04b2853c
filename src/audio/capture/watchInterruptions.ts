import type { Scope } from "../../lib/scope";
import type { StopReason } from "./takeProblem";
import { watchClock } from "./watchClock";

/** A microphone that is muted for less time than this does not end the take. */
const MUTE_PATIENCE_MS = 1_000;

/** Calls `onInterrupted` when the microphone or the context can no longer record. */
export function watchInterruptions(
  scope: Scope,
  context: AudioContext,
  microphone: MediaStream,
  onInterrupted: (reason: StopReason) => void,
): void {
  for (const track of microphone.getAudioTracks()) {
    scope.listen(track, "ended", () => onInterrupted("microphone"));
    // A phone call takes the microphone: its track stays open, but is muted.
    scope.listen(track, "mute", () => {
      scope.after(MUTE_PATIENCE_MS, () => {
        if (track.muted) onInterrupted("system");
      });
    });
  }
  watchClock(scope, context, () => onInterrupted("system"));
  scope.listen(context, "statechange", () => {
    if (context.state !== "running") onInterrupted("system");
  });
}
