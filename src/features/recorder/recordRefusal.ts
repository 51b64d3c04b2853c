import type { BeatSummary } from "../../../convex/shared/validators";
import type { RecordingProblem } from "../../audio/signal/recordingSupport";

export type RecordRefusal = "role" | "limit" | "audio" | RecordingProblem;

/** Returns the first reason why the viewer cannot record a verse on this beat, or null. */
export function recordRefusal(
  isRapper: boolean,
  beat: Pick<BeatSummary, "verseCount" | "versesLimit" | "fileUrl">,
  lack: RecordingProblem | null,
): RecordRefusal | null {
  if (!isRapper) return "role";
  if (beat.verseCount >= beat.versesLimit) return "limit";
  if (beat.fileUrl === null) return "audio";
  return lack;
}
