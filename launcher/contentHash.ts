import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns a hash of the names and contents of these files and folders, which
 * are relative to `root`. Missing names count as empty. `skip` excludes files
 * by path.
 */
export async function contentHash(
  root: string,
  names: readonly string[],
  skip: RegExp,
): Promise<string> {
  const hash = createHash("sha256");
  for (const name of names) {
    for (const file of await listFiles(root, name)) {
      if (skip.test(file)) continue;
      hash.update(`${file}\0`).update(await readFile(join(root, file)));
    }
  }
  return hash.digest("hex");
}

async function listFiles(root: string, name: string): Promise<string[]> {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (!(await stat(path)).isDirectory()) return [name];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
