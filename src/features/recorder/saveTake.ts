import type { FinishedTake } from "../../audio/store/finishedTake";
import type { Credit } from "../../audio/store/credit";
import { extensionOf } from "../../audio/signal/recordingFormat";
import { fileNameOf, saveFile } from "../../lib/saveFile";

/** Downloads a take as a file. */
export function saveTake({
  file,
  credit,
}: Pick<FinishedTake, "file" | "credit">): void {
  saveFile(file, takeFileName(credit, file.type));
}

/** The name contains the beat and its producer, because files get passed on. */
export function takeFileName(
  credit: Pick<Credit, "beatTitle" | "producer"> | null,
  mimeType: string,
): string {
  const parts = credit
    ? [credit.beatTitle, "prod", credit.producer, "verse"]
    : ["verse"];
  return `${fileNameOf(parts)}.${extensionOf(mimeType)}`;
}
