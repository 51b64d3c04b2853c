/** Failures of the disk or the file, split by what is certain afterwards. */
import { errorText } from "../log/errorText.ts";

/** The disk is full. The write had no effect, and reads still work. */
export class StorageFullError extends Error {
  override readonly name: string = "StorageFullError";
}

/**
 * Reading or writing failed. The last write may or may not be stored, so the
 * process must end.
 */
export class StorageFailedError extends Error {
  override readonly name = "StorageFailedError";
}

/** After these codes, neither the connection nor the file can be trusted. */
const FAILED =
  /^SQLITE_(IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** Wraps an error of SQLite and adds the statement that failed. */
export function storageError(error: unknown, sql: string): Error {
  const code = codeOf(error);
  const text = `${errorText(error)} (${code}) in: ${sql.replaceAll(/\s+/g, " ").trim()}`;
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

/** Returns the code of an SQLite or system error, or "no code". */
export function codeOf(error: unknown): string {
  const isCoded =
    error instanceof Error && "code" in error && typeof error.code === "string";
  return isCoded ? String(error.code) : "no code";
}
