import { rm } from "node:fs/promises";
import { storedLastTs } from "../database/commitClock.ts";
import type { DatabaseCopy } from "../runtime/contract/transfer.ts";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import { Storage } from "../storage/storage.ts";

export interface SnapshotSource<Copy extends DatabaseCopy = DatabaseCopy> {
  copyDatabase(file: string): Promise<Copy>;
}

/**
 * One consistent state, while the server keeps running: a copy of the database
 * plus the bytes of the files it names. Those files are not deleted before
 * disposal.
 */
export class Snapshot<
  Copy extends DatabaseCopy = DatabaseCopy,
> implements AsyncDisposable {
  readonly storage: Storage;
  readonly file: string;
  readonly copy: Copy;
  readonly #release: () => void;
  #isDisposed = false;

  private constructor(file: string, copy: Copy, release: () => void) {
    this.file = file;
    this.copy = copy;
    this.storage = openCopy(file, copy);
    this.#release = release;
  }

  /**
   * Copies the database to `file`, replacing what is there. Disposing the
   * snapshot removes `file`.
   * @throws Error if the file does not hold what was copied
   */
  static async take<Copy extends DatabaseCopy>(
    source: SnapshotSource<Copy>,
    files: DiskFileStore,
    file: string,
  ): Promise<Snapshot<Copy>> {
    // Hold files first. Otherwise a file that is deleted during the copy would be
    // missing.
    const release = files.hold();
    try {
      await removeDatabase(file);
      const copy = await source.copyDatabase(file);
      return new Snapshot(file, copy, release);
    } catch (error) {
      release();
      await removeDatabase(file);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.storage.close();
    this.#release();
    await removeDatabase(this.file);
  }
}

function openCopy(file: string, { ts }: DatabaseCopy): Storage {
  const storage = new Storage({ path: file });
  const copiedTs = storedLastTs(storage);
  if (copiedTs === ts) return storage;
  storage.close();
  throw new Error(
    `The copy of the database ends with commit ${copiedTs} instead of ${ts}.`,
  );
}

/** Deletes a database file and the files that SQLite keeps next to it. */
export async function removeDatabase(file: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm", "-journal"]) {
    await rm(file + ending, { force: true });
  }
}
