import type { BeatCard } from "../../../convex/shared/validators";

export type RecordRefusal = "role" | "limit" | "audio";

/** Why no verse can be recorded on this beat, the first reason that holds; null when it can. */
export function recordRefusal(
  isRapper: boolean,
  beat: Pick<BeatCard, "verseCount" | "versesLimit" | "fileUrl">,
): RecordRefusal | null {
  if (!isRapper) return "role";
  if (beat.verseCount >= beat.versesLimit) return "limit";
  if (beat.fileUrl === null) return "audio";
  return null;
}
