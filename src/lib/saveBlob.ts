/** Downloads a file under this name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(name);
  link.click();
  // The browser may start to read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

const KEPT_MS = 60_000;

/** Replaces characters that file systems do not accept in a name. */
export const fileName = (name: string): string =>
  name.replace(/[\u0000-\u001f<>:"/\\|?*]+/g, "_").trim();
