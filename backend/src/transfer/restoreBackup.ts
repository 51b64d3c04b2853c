/**
 * Restores a data directory from a backup. Everything is unpacked and checked
 * in a subfolder first, so a failure changes nothing. The database is moved
 * into place last, so it is never there without its files.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE_FILE, isInUse } from "../storage/sqlite.ts";
import { BackupError } from "./backupError.ts";
import { MANIFEST_FILE } from "./backupZip.ts";
import { unpackBackup } from "./unpackBackup.ts";
import { checkUnpacked } from "./verifyBackup.ts";

const UNPACKED = "restoring";

export interface Restored {
  /** The folder that now holds the previous data, or null if there was none. */
  readonly replaced: string | null;
}

/**
 * Replaces the contents of `dataDir` with a backup.
 * @throws BackupError if a server uses the directory, the file is not a whole
 * backup, or the directory holds data and `isReplacing` is false
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  { isReplacing }: { isReplacing: boolean },
): Promise<Restored> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  requireUnused(dataDir);
  const unpacked = join(dataDir, UNPACKED);
  await rm(unpacked, { recursive: true, force: true });
  const before = await readdir(dataDir);
  if (before.length > 0 && !isReplacing) {
    throw new BackupError(
      `${dataDir} holds data already. Choose an empty directory, or add --replace: what is there is moved aside, not deleted.`,
    );
  }
  try {
    const entries = await unpackBackup(file, unpacked, () => true);
    await checkUnpacked(unpacked, entries);
    await rm(join(unpacked, MANIFEST_FILE));
    const replaced = await moveAside(dataDir, before);
    await moveIn(unpacked, dataDir);
    return { replaced };
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

function requireUnused(dataDir: string): void {
  const database = join(dataDir, DATABASE_FILE);
  if (existsSync(database) && isInUse(database)) {
    throw new BackupError(
      `A server is running on ${dataDir}. Stop it first: nothing was changed.`,
    );
  }
}

async function moveAside(
  dataDir: string,
  names: readonly string[],
): Promise<string | null> {
  if (names.length === 0) return null;
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const replaced = join(dataDir, `replaced-${time}`);
  await mkdir(replaced, { mode: 0o700 });
  // Move the database first: without a database, a later start does not mistake the
  // rest for current data.
  for (const name of databaseFirst(names)) {
    if (name.startsWith("replaced-")) continue;
    await rename(join(dataDir, name), join(replaced, name));
  }
  return replaced;
}

async function moveIn(from: string, to: string): Promise<void> {
  const names = databaseFirst(await readdir(from)).reverse();
  for (const name of names) await rename(join(from, name), join(to, name));
}

function databaseFirst(names: readonly string[]): string[] {
  const isDatabase = (name: string) => name.startsWith(DATABASE_FILE);
  return [
    ...names.filter(isDatabase),
    ...names.filter((name) => !isDatabase(name)),
  ];
}
