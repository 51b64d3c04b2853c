import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Where Node keeps compiled code beside the data. */
export const COMPILED_FOLDER = "compiled";
export const OTHERS_MAY_WRITE = 0o022;

/**
 * Removes the folder of compiled code if other users may write to it. Once the
 * folder is private, the next start would trust any code that they have put there.
 */
export function removeForeignCode(dataDir: string): void {
  const folder = join(dataDir, COMPILED_FOLDER);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() && (found.mode & OTHERS_MAY_WRITE) !== 0)
    rmSync(folder, { recursive: true });
}
