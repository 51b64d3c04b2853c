/**
 * Makes a data directory of a backup. Everything is unpacked and looked at beside
 * the place it goes to, so that a failure changes nothing; the database is moved
 * last, so that it is never there without its files.
 */
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openPromise, type ZipFile } from "yauzl";
import { isInUse } from "../storage/sqlite.ts";
import { Storage } from "../storage/storage.ts";
import { BACKUP_KIND } from "./backupZip.ts";
import { BackupError } from "./fetchBackup.ts";

const DATABASE = "database.sqlite";
const UNPACKED = "restoring";

export interface Restored {
  /** Where what was there before lies now, if there was something. */
  readonly replaced: string | null;
}

/** @throws BackupError when a server uses the directory, or it holds data and `isReplacing` is not set. */
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
  const database = join(dataDir, DATABASE);
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

/** yauzl refuses names that lead out of the directory. */
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
      "This file is no backup of this server. A file of `npx convex export` is taken in with `npx convex import`.",
    );
  }
  // Opening checks that it is a database, and of this format.
  new Storage({ path: join(directory, DATABASE) }).close();
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
  // First of all the database: without it nothing else is taken for data.
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
  const isDatabase = (name: string) => name.startsWith(DATABASE);
  return [
    ...names.filter(isDatabase),
    ...names.filter((name) => !isDatabase(name)),
  ];
}
