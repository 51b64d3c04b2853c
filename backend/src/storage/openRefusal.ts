import { StartRefusal } from "./startRefusal.ts";
import { codeOf } from "./storageErrors.ts";

/**
 * Turns an error from opening the database into a `StartRefusal` that says how
 * to fix it. Returns any other error unchanged.
 */
export function openRefusal(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  const text = explanations.find(([pattern]) => pattern.test(code))?.[1];
  if (text === undefined) return error;
  return new StartRefusal(`${text(path)} (${code})`, { cause: error });
}

const explanations: readonly (readonly [RegExp, (path: string) => string])[] = [
  [
    /^SQLITE_(BUSY|LOCKED)/,
    (path) =>
      `The database is locked: another process has ${path} open. It may be a server that is already running, or a tool that reads the file. Stop it, or set another DATA_DIR.`,
  ],
  [
    /^SQLITE_(NOTADB|CORRUPT)/,
    (path) =>
      `${path} is damaged or not a database. Restore a backup: npm run restore -- <file> --replace (this moves the existing data aside). Without a backup, the sqlite3 command ".recover" may save part of it; work on a copy.`,
  ],
  [
    /^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE)/,
    (path) =>
      `The disk is full: ${path} cannot be opened. Free some space and start again; stored data is safe.`,
  ],
  [
    /^SQLITE_READONLY/,
    (path) =>
      `${path} is read-only. Make the file and its folder writable for the user that starts the server.`,
  ],
  [
    /^SQLITE_(CANTOPEN|PERM|AUTH)/,
    (path) =>
      `${path} cannot be opened. The file and its folder must be readable and writable for the user that starts the server.`,
  ],
  [
    /^SQLITE_IOERR/,
    (path) =>
      `The disk failed while reading ${path}. Check the system log, and restore a backup on a working disk: npm run restore -- <file> --replace`,
  ],
];

/**
 * Finds the SQLite code in an error or its causes: `Statement` wraps SQLite's
 * own errors.
 */
function sqliteCode(error: unknown): string {
  const code = codeOf(error);
  if (code.startsWith("SQLITE_")) return code;
  return error instanceof Error && error.cause !== undefined
    ? sqliteCode(error.cause)
    : code;
}
