import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file that only its owner may read: whole and on disk, or not at all. */
export async function writePrivateFile(
  file: string,
  text: string,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.new`;
  const handle = await open(unfinished, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
}
