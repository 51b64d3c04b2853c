import { extensionOf } from "../../audio/recordingFormat";

/** Hands a take to the browser's downloads. */
export function saveTake(file: Blob, beatTitle: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = takeFileName(beatTitle, file.type);
  link.click();
  // The browser has begun to read it by the next turn; a minute is plenty for slow disks.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Letters and digits of any script stay; what a file system may refuse becomes a hyphen. */
export function takeFileName(beatTitle: string, mimeType: string): string {
  const name = beatTitle.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const trimmed = name.replace(/^-+|-+$/g, "");
  return `${trimmed === "" ? "verse" : trimmed}-verse.${extensionOf(mimeType)}`;
}
