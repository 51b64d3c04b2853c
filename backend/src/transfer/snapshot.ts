import { rm } from "node:fs/promises";
import { storedLastTs } from "../database/commitClock.ts";
import type { TransferRuntime } from "../runtime/contract/transfer.ts";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import { Storage } from "../storage/storage.ts";

export type SnapshotSource = Pick<TransferRuntime, "copyDatabase">;

/**
 * One consistent state, while the server keeps running: a copy of the database
 * plus the bytes of the files it names. Those files are not deleted before
 * disposal.
 */
export class Snapshot implements AsyncDisposable {
  readonly storage: Storage;
  readonly file: string;
  /** Timestamp of the last commit it contains. */
  readonly ts: bigint;
  readonly #release: () => void;
  #isDisposed = false;

  private constructor(file: string, release: () => void) {
    this.file = file;
    this.storage = new Storage({ path: file });
    this.ts = storedLastTs(this.storage);
    this.#release = release;
  }

  /**
   * Copies the database to `file`, replacing what is there. Disposing the
   * snapshot removes `file`.
   */
  static async take(
    runtime: SnapshotSource,
    files: DiskFileStore,
    file: string,
  ): Promise<Snapshot> {
    // Hold files first. Otherwise one deleted during the copy would be missing.
    const release = files.hold();
    try {
      await removeDatabase(file);
      await runtime.copyDatabase(file);
      return new Snapshot(file, release);
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

/** Deletes a database file and the files that SQLite keeps next to it. */
export async function removeDatabase(file: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm", "-journal"]) {
    await rm(file + ending, { force: true });
  }
}
