/** Downloads a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts reading almost immediately; a minute is plenty even for slow disks.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Replaces characters that a file system may refuse with hyphens. Keeps letters and digits of every
 * script, and the joiners (U+200C and U+200D) between letters, without which words look broken.
 */
export const hyphenated = (text: string): string =>
  text.replace(/[^\p{L}\p{M}\p{N}\u200C\u200D][^\p{L}\p{M}\p{N}]*/gu, "-");

/** Joins texts into a file name without an extension. */
export function fileNameOf(parts: readonly string[]): string {
  return parts
    .map((text) => hyphenated(text).replace(/^-+|-+$/g, ""))
    .filter((part) => part !== "")
    .join("-");
}
