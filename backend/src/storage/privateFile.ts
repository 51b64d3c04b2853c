import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file that only its owner can read. The file is replaced atomically
 * and durably: after a full disk or a power failure, the old content is still
 * there.
 *
 * Not safe for concurrent writers of the same file: all of them use
 * `<file>.new`.
 */
export async function writePrivateFile(
  file: string,
  text: string,
): Promise<void> {
  const directory = dirname(file);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unfinished = `${file}.new`;
  try {
    await writeNew(unfinished, text);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncDirectory(directory);
}

/**
 * Writes a new file. Deletes a leftover of the same name first, since it may have
 * wider permissions.
 */
async function writeNew(file: string, text: string): Promise<void> {
  await rm(file, { force: true });
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes created, renamed and removed names in a directory durable, as `fsync`
 * does for the bytes of a file.
 */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory, and does not need this.
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
