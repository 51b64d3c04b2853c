/** What may go wrong below the database, told apart by what is known afterwards. */

/** The disk is full. Nothing of the write happened; reads go on. */
export class StorageFullError extends Error {
  override readonly name: string = "StorageFullError";
}

/** Reading or writing failed. What was written last may or may not be there: the process must end. */
export class StorageFailedError extends Error {
  override readonly name = "StorageFailedError";
}

export function storageError(error: unknown, sql: string): Error {
  const code = codeOf(error);
  const text = `${error instanceof Error ? error.message : String(error)} (${code ?? "no code"}) in: ${sql}`;
  if (code?.startsWith("SQLITE_FULL")) {
    return new StorageFullError(
      `The disk is full: nothing was written. ${text}`,
      { cause: error },
    );
  }
  return new StorageFailedError(text, { cause: error });
}

function codeOf(error: unknown): string | null {
  const isCoded =
    error instanceof Error && "code" in error && typeof error.code === "string";
  return isCoded ? String(error.code) : null;
}
