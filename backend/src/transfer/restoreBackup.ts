/**
 * Restores a data directory from a backup. Everything is unpacked and checked
 * in a subfolder first, so a failure changes nothing. The database is moved
 * into place last, so it is never there without its files.
 */
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openPromise, type ZipFile } from "yauzl";
import { DATABASE_FILE, isInUse } from "../storage/sqlite.ts";
import { openRefusal } from "../storage/openRefusal.ts";
import { Storage } from "../storage/storage.ts";
import { BACKUP_KIND } from "./backupZip.ts";
import { BackupError } from "./fetchBackup.ts";

const UNPACKED = "restoring";

export interface Restored {
  /** The folder that now holds the previous data, or null if there was none. */
  readonly replaced: string | null;
}

/**
 * Replaces the contents of `dataDir` with a backup.
 * @throws BackupError if a server uses the directory, the file is not a backup,
 * or the directory holds data and `isReplacing` is false
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
    await unpack(file, unpacked);
    await requireBackup(unpacked);
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

async function unpack(file: string, directory: string): Promise<void> {
  const zip = await openPromise(file, {
    lazyEntries: true,
    autoClose: false,
  }).catch((error: unknown) => {
    throw new BackupError(`${file} is no readable backup: ${String(error)}`);
  });
  try {
    await unpackAll(zip, directory);
  } finally {
    zip.close();
  }
}

/** Unpacks every entry. yauzl rejects names that lead outside the directory. */
async function unpackAll(zip: ZipFile, directory: string): Promise<void> {
  for await (const entry of zip.eachEntry()) {
    const path = join(directory, entry.fileName);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(
      await zip.openReadStreamPromise(entry),
      createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
    );
  }
}

async function requireBackup(directory: string): Promise<void> {
  const manifest = join(directory, "backup.json");
  const text = await readFile(manifest, "utf8").catch(() => "null");
  const { kind } = (JSON.parse(text) ?? {}) as { kind?: unknown };
  if (kind !== BACKUP_KIND) {
    throw new BackupError(
      "This file is not a backup of this server. Use `npx convex import` for a file from `npx convex export`.",
    );
  }
  // Opening checks that it is a database of this format.
  const database = join(directory, DATABASE_FILE);
  try {
    new Storage({ path: database }).close();
  } catch (error) {
    throw openRefusal(error, database);
  }
  await rm(manifest);
}

async function moveAside(
  dataDir: string,
  names: readonly string[],
): Promise<string | null> {
  if (names.length === 0) return null;
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const replaced = join(dataDir, `replaced-${time}`);
  await mkdir(replaced, { mode: 0o700 });
  // Move the database first: without it, a later start does not take the rest
  // for current data.
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
