/** What may go wrong below the database, told apart by what is known afterwards. */

/** The disk is full. Nothing of the write happened; reads go on. */
export class StorageFullError extends Error {
  override readonly name: string = "StorageFullError";
}

/** Reading or writing failed. What was written last may or may not be there: the process must end. */
export class StorageFailedError extends Error {
  override readonly name = "StorageFailedError";
}

/** Codes after which the connection, or the file itself, is not to be trusted. */
const FAILED =
  /^SQLITE_(IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** An error of SQLite with the text of the statement that met it. */
export function storageError(error: unknown, sql: string): Error {
  const code = codeOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  const text = `${reason} (${code}) in: ${sql.replaceAll(/\s+/g, " ").trim()}`;
  if (code.startsWith("SQLITE_FULL")) {
    return new StorageFullError(
      `The disk is full: nothing was written. ${text}`,
      { cause: error },
    );
  }
  return FAILED.test(code)
    ? new StorageFailedError(text, { cause: error })
    : new Error(text, { cause: error });
}

function codeOf(error: unknown): string {
  const isCoded =
    error instanceof Error && "code" in error && typeof error.code === "string";
  return isCoded ? String(error.code) : "no code";
}
