/**
 * Checks a data directory before a server uses it: it must be a folder of this
 * user, private, and not hold stored files whose database is gone.
 */
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import {
  COMPILED_FOLDER,
  removeForeignCode,
} from "../storage/compiledFolder.ts";
import { makePrivate } from "../storage/makePrivate.ts";
import { DATABASE_FILE } from "../storage/sqlite.ts";
import { StartRefusal } from "../storage/startRefusal.ts";
import { FILES_FOLDER, isUuid } from "./diskFileStore.ts";

const FOLDERS = [FILES_FOLDER, `${FILES_FOLDER}/tmp`, "modules", "transfers"];
const FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`, "admin_key"];

const READ_AND_WRITE = constants.R_OK | constants.W_OK;
const ENTER = constants.X_OK;

/**
 * Creates the directory if needed, makes it private and checks it.
 * @returns warnings about anything that could not be made private
 * @throws StartRefusal if a server must not start on it
 * @throws the system's error if something cannot be read or written
 */
export function openDataDirectory(dataDir: string): string[] {
  requireFolder(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  removeForeignCode(dataDir);
  const warnings = makeAllPrivate(dataDir);
  accessSync(dataDir, READ_AND_WRITE | ENTER);
  for (const name of FOLDERS) requireFolder(join(dataDir, name));
  for (const name of FILES) requireFile(join(dataDir, name));
  requireDatabaseOfFiles(dataDir);
  return warnings;
}

/** Changes only names that a server creates; other files are left alone. */
function makeAllPrivate(dataDir: string): string[] {
  const isOwn = (name: string) =>
    [...FOLDERS, ...FILES, COMPILED_FOLDER].includes(name) ||
    /^(database\.sqlite-|replaced-|restoring$)/.test(name);
  const failures = readdirSync(dataDir)
    .filter(isOwn)
    .map((name) => makePrivate(join(dataDir, name)));
  return [makeFolderPrivate(dataDir), ...failures]
    .filter((failure) => failure !== null)
    .map(
      ({ message }) =>
        `Other users of this machine may be able to read the server's data: ${message}`,
    );
}

/** Makes the folder private. Leaves a shared folder, such as /tmp, as it is. */
function makeFolderPrivate(dataDir: string): Error | null {
  const { mode, uid } = statSync(dataDir);
  if ((mode & 0o077) === 0) return null;
  const isShared = (mode & STICKY) !== 0 || uid !== (process.getuid?.() ?? uid);
  if (isShared) return new Error(`${dataDir} is shared with other users.`);
  chmodSync(dataDir, mode & 0o700);
  return null;
}

const STICKY = 0o1000;

function requireFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) {
    throw new StartRefusal(
      `${path} is a file, and the server needs a folder of this name. Move it elsewhere, or set another DATA_DIR.`,
    );
  }
  accessSync(path, READ_AND_WRITE | ENTER);
}

function requireFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) {
    throw new StartRefusal(
      `${path} is a folder, and the server needs a file of this name. Move it elsewhere, or set another DATA_DIR.`,
    );
  }
  accessSync(path, READ_AND_WRITE);
}

/**
 * Refuses to create a new database next to data of an earlier one. A new
 * database would know none of the stored files. SQLite would also take an empty
 * file for a new database and delete the old one's log.
 */
function requireDatabaseOfFiles(dataDir: string): void {
  const database = join(dataDir, DATABASE_FILE);
  if (sizeOf(database) > 0) return;
  const remains = [
    ...(hasStoredFiles(dataDir) ? [join(dataDir, FILES_FOLDER)] : []),
    ...(sizeOf(`${database}-wal`) > 0 ? [`${database}-wal`] : []),
  ];
  if (remains.length === 0) return;
  throw new StartRefusal(
    [
      `${database} is missing or empty, but there is data of an earlier one: ${remains.join(" and ")}. Nothing was changed.`,
      "Put the database back, or restore a backup: npm run restore -- <file> --replace",
      `To start fresh without data, move ${dataDir} elsewhere first.`,
    ].join("\n"),
  );
}

function hasStoredFiles(dataDir: string): boolean {
  const folder = join(dataDir, FILES_FOLDER);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return false;
  return readdirSync(folder).some(isUuid);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
