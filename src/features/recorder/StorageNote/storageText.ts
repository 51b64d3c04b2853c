import type { StorageReport } from "../../../audio/store/storageProbe";
import { BITS_PER_SECOND } from "../../../audio/signal/recordingFormat";
import { formatTime } from "../../../lib/formatTime";
import type { TakesTexts } from "../../../texts/useTakesTexts";

export interface StorageText {
  readonly text: string;
  /** False for a note that concerns only some users. */
  readonly isWarning: boolean;
}

/** Returns the note about the device to show before a take, or null if there is none. */
export function storageText(
  { storage: t }: Pick<TakesTexts, "storage">,
  { roomBytes, problem, isPrivate }: StorageReport,
): StorageText | null {
  if (problem === "full") {
    const roomMs = (roomBytes / (BITS_PER_SECOND / 8)) * 1000;
    const text = roomBytes === 0 ? t.noRoom : t.short(formatTime(roomMs));
    return { text, isWarning: true };
  }
  if (problem !== null) return { text: t.none, isWarning: true };
  if (isPrivate === true) return { text: t.private, isWarning: true };
  return isPrivate === null ? { text: t.maybePrivate, isWarning: false } : null;
}
