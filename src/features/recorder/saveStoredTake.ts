import type { StoredTake } from "../../audio/store/takeStore";
import { reportFailure } from "../../lib/reportFailure";
import { loadTakeFile } from "./loadTakeFile";
import { saveTake } from "./saveTake";

/** Downloads a stored take as it was recorded. Shows a failure to the user and never rejects. */
export async function saveStoredTake(
  take: StoredTake,
  failedText: string,
): Promise<void> {
  try {
    saveTake(await loadTakeFile(take));
  } catch (error) {
    reportFailure(error, failedText);
  }
}
