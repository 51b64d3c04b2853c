/**
 * Checks from the file itself that a backup is whole. An operator who relies on a
 * backup that cannot be restored would learn it too late.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { storedLastTs } from "../database/commitClock.ts";
import { errorText } from "../log/errorText.ts";
import { FILES_FOLDER } from "../files/diskFileStore.ts";
import type { Deployment } from "../runtime/contract/runtime.ts";
import { DEPLOYMENT_KEY } from "../runtime/executor/records/deploymentSettings.ts";
import { DATABASE_FILE } from "../storage/sqlite.ts";
import { Storage } from "../storage/storage.ts";
import { BackupError } from "./backupError.ts";
import {
  BACKUP_KIND,
  type BackupManifest,
  MANIFEST_FILE,
} from "./backupZip.ts";
import { documentTexts, toFileRow } from "./exportZip.ts";
import { countRows, differences } from "./tableRows.ts";
import { type ReadEntry, unpackBackup } from "./unpackBackup.ts";

/** How much a backup holds. */
export interface BackupContent {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/** The entries of a backup, by name. */
type Entries = ReadonlyMap<string, ReadEntry>;

const MOST_PROBLEMS = 5;

/**
 * Reads the whole backup and checks it. Meanwhile the backup's database is unpacked
 * next to the file.
 * @throws BackupError if `file` is not a backup or is not whole
 */
export async function verifyBackup(file: string): Promise<BackupContent> {
  let directory: string | null = null;
  try {
    directory = await mkdtemp(`${file}.checking-`);
    const needed = new Set([MANIFEST_FILE, DATABASE_FILE]);
    const entries = await unpackBackup(file, directory, (name) =>
      needed.has(name),
    );
    return await checkUnpacked(directory, entries);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `The backup could not be checked: ${errorText(error)}`,
    );
  } finally {
    if (directory !== null) {
      await rm(directory, { recursive: true, force: true });
    }
  }
}

/**
 * Checks the manifest and the database in `directory` against each other and
 * against `entries`, which is all that the backup holds.
 * @throws BackupError with what is missing or wrong
 */
export async function checkUnpacked(
  directory: string,
  entries: Entries,
): Promise<BackupContent> {
  const manifest = await readManifest(join(directory, MANIFEST_FILE));
  if (!entries.has(DATABASE_FILE)) refuse(["it has no database"]);
  const storage = openDatabaseFile(join(directory, DATABASE_FILE));
  try {
    const damage = storage.bulk.damage();
    if (damage !== null) refuse([`its database is damaged: ${damage}`]);
    const tables = countRows(storage);
    const files = await checkFiles(storage, entries);
    const problems = [
      ...tableProblems(storage, manifest),
      ...differences(manifest.tables ?? tables, tables),
      ...moduleProblems(storage, entries),
      ...files.problems,
    ];
    if (problems.length > 0) refuse(problems);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: tables.length, rows, files: files.count };
  } finally {
    storage.close();
  }
}

function refuse(problems: readonly string[]): never {
  const named = problems.slice(0, MOST_PROBLEMS).join("; ");
  const others = problems.length - MOST_PROBLEMS;
  const more = others > 0 ? `; and ${others} more` : "";
  throw new BackupError(`The backup is not whole: ${named}${more}.`);
}

async function readManifest(file: string): Promise<BackupManifest> {
  const text = await readFile(file, "utf8").catch(() => "null");
  const manifest = parsed(text) as Partial<BackupManifest> | null;
  if (manifest?.kind !== BACKUP_KIND) {
    throw new BackupError(
      "This file is not a backup of this server. Use `npx convex import` for a file from `npx convex export`.",
    );
  }
  // The kind says that `backupEntries` wrote the manifest.
  return manifest as BackupManifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    refuse([`its ${MANIFEST_FILE} cannot be read: ${errorText(error)}`]);
  }
}

function openDatabaseFile(file: string): Storage {
  try {
    return new Storage({ path: file });
  } catch (error) {
    refuse([`its database cannot be opened: ${errorText(error)}`]);
  }
}

function tableProblems(storage: Storage, { ts }: BackupManifest): string[] {
  if (storage.tables().length === 0)
    return ["its database has no tables, so nothing was ever stored"];
  const storedTs = String(storedLastTs(storage));
  if (storedTs === ts) return [];
  return [`its database ends with commit ${storedTs} instead of ${ts}`];
}

/** Compares the files that the database names with the entries. */
async function checkFiles(
  storage: Storage,
  entries: Entries,
): Promise<{ count: number; problems: string[] }> {
  const problems: string[] = [];
  let count = 0;
  for (const table of storage.tables()) {
    if (table.name !== "_files") continue;
    for await (const texts of documentTexts(storage, table)) {
      for (const row of texts.map(toFileRow)) {
        count += 1;
        const name = `${FILES_FOLDER}/${row.uuid}`;
        const entry = entries.get(name);
        if (entry === undefined) problems.push(`${name} is missing`);
        else if (entry.sizeBytes !== row.size) {
          problems.push(
            `${name} has ${entry.sizeBytes} bytes instead of ${row.size}`,
          );
        } else if (entry.sha256Hex !== row.sha256Hex) {
          problems.push(`${name} has other bytes than were stored`);
        }
      }
    }
  }
  return { count, problems };
}

/** Looks for the modules of the live deployment. */
function moduleProblems(storage: Storage, entries: Entries): string[] {
  const text = storage.setting(DEPLOYMENT_KEY);
  if (text === null) return [];
  // Only `writeDeployment` writes this key, so this is a deployment.
  const { root, components } = JSON.parse(text) as Deployment;
  return components
    .flatMap(({ modules }) => modules.map(({ file }) => relative(root, file)))
    .map((path) => `modules/${basename(root)}/${path.replaceAll("\\", "/")}`)
    .filter((name) => !entries.has(name))
    .map((name) => `${name} is missing`);
}
