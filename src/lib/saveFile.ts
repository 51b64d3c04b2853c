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
 * Joins texts to a file name without its extension. Keeps letters and digits of every script, and
 * replaces everything else, which a file system may refuse, with hyphens.
 */
export function fileNameOf(parts: readonly string[]): string {
  return parts
    .map((text) =>
      text.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, ""),
    )
    .filter((part) => part !== "")
    .join("-");
}
