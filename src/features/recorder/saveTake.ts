import type { Credit } from "../../audio/credit";
import { extensionOf } from "../../audio/recordingFormat";
import type { FinishedTake } from "../../audio/takeMachine";

/** Hands a take to the browser's downloads. */
export function saveTake({
  file,
  credit,
}: Pick<FinishedTake, "file" | "credit">): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = takeFileName(credit, file.type);
  link.click();
  // The browser has begun to read it by the next turn; a minute is plenty for slow disks.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** It names the beat and who made it: files are passed on. */
export function takeFileName(
  credit: Pick<Credit, "beatTitle" | "producer"> | null,
  mimeType: string,
): string {
  const parts = credit
    ? [credit.beatTitle, "prod", credit.producer, "verse"]
    : ["verse"];
  const name = parts.map(asFileName).filter((part) => part !== "");
  return `${name.join("-")}.${extensionOf(mimeType)}`;
}

/** Letters and digits of any script stay; what a file system may refuse becomes a hyphen. */
function asFileName(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
}
