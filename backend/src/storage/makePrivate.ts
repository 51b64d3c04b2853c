import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Permission bits of the group and of other users. */
const NOT_OWNER = 0o077;

/**
 * Removes the permissions of everyone but the owner from a file, or from a
 * folder and everything in it. Skips symbolic links and missing paths.
 * @returns the first error that left something accessible, or null
 */
export function makePrivate(path: string): Error | null {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink()) return null;
    if ((found.mode & NOT_OWNER) !== 0) chmodSync(path, found.mode & 0o700);
    if (!found.isDirectory()) return null;
    const failures = readdirSync(path).map((name) =>
      makePrivate(join(path, name)),
    );
    return failures.find((failure) => failure !== null) ?? null;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
