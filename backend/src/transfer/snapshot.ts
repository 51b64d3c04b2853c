import { rm } from "node:fs/promises";
import { storedLastTs } from "../database/commitClock.ts";
import type { TransferRuntime } from "../functions/transferContract.ts";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import { Storage } from "../storage/storage.ts";

export type SnapshotSource = Pick<TransferRuntime, "copyDatabase">;

/**
 * One state of everything, while the server goes on: a copy of the database, and
 * the bytes of the files it names, which are kept until `dispose`.
 */
export class Snapshot implements AsyncDisposable {
  readonly storage: Storage;
  readonly file: string;
  /** Of the last commit in it. */
  readonly ts: bigint;
  readonly #release: () => void;
  #isDisposed = false;

  private constructor(file: string, release: () => void) {
    this.file = file;
    this.storage = new Storage({ path: file });
    this.ts = storedLastTs(this.storage);
    this.#release = release;
  }

  static async take(
    runtime: SnapshotSource,
    files: DiskFileStore,
    file: string,
  ): Promise<Snapshot> {
    // First of all: a file that goes between copy and hold would be missing.
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

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm", "-journal"]) {
    await rm(file + ending, { force: true });
  }
}
