import { rawFile } from "../../audio/signal/recordingFormat";
import type { RawRecording } from "../../audio/store/finishedTake";
import type { StoredTake } from "../../audio/store/takeStore";
import { appTakeStore } from "../../audio/studio/storing/appTakeStore";
import { logFailure } from "../../lib/logFailure";

/**
 * Reads a stored take as it was recorded. Returns a finished file with duration and index if
 * possible, otherwise the raw recording.
 */
export async function loadTakeFile({
  id,
  mimeType,
  ...take
}: StoredTake): Promise<RawRecording> {
  const { credit = null } = take;
  const chunks = await appTakeStore.loadChunks(id);
  if (chunks.length === 0) throw new Error("the take holds no sound");
  try {
    const { finishTake } =
      await import("../../audio/studio/finishing/finishTake");
    return await finishTake(id, { mimeType, chunks, stem: null }, credit);
  } catch (error) {
    logFailure("finishing a stored take failed", error);
    return { file: rawFile(mimeType, chunks), credit };
  }
}
