/**
 * Copies of the database for backups. A plain copy of its pages would also hold
 * rows that were deleted, until SQLite uses their space again, and the arguments of
 * jobs that have finished. A backup that is made right after a person's data was
 * deleted must not bring the data back.
 *
 * A copy keeps every row, and every job that is still to run. Of a finished job it
 * keeps the state, but not the arguments and the error.
 */
import type { Worker } from "node:worker_threads";
import { endWorker, type OnStuck } from "../runtime/main/endWorker.ts";
import { startWorker } from "../runtime/worker/startWorker.ts";
import { workerUrl } from "../runtime/worker/workerUrl.ts";
import type { DatabaseCopy } from "../runtime/contract/transfer.ts";
import { removeDatabase, type SnapshotSource } from "./snapshot.ts";
import type { TableRows } from "./tableRows.ts";

export interface CleanCopy extends DatabaseCopy {
  /** The rows of the database from which the clean copy was made. */
  readonly tables: readonly TableRows[];
}

export class CleanCopies implements SnapshotSource<CleanCopy> {
  readonly #source: SnapshotSource;
  readonly #onStuck: OnStuck;

  constructor(source: SnapshotSource, onStuck: OnStuck) {
    this.#source = source;
    this.#onStuck = onStuck;
  }

  /** Needs free disk space for two copies until it is done. */
  async copyDatabase(file: string): Promise<CleanCopy> {
    const plain = `${file}.plain`;
    try {
      await removeDatabase(plain);
      const { ts } = await this.#source.copyDatabase(plain);
      return { ts, tables: await this.#clean({ from: plain, to: file }) };
    } finally {
      await removeDatabase(plain);
    }
  }

  /**
   * Uses a thread of its own, because rewriting a large database blocks the thread
   * for seconds.
   */
  async #clean(files: { from: string; to: string }): Promise<TableRows[]> {
    const file = workerUrl("./cleanCopyWorker", import.meta.url);
    const worker = startWorker(file, { workerData: files, execArgv: [] });
    try {
      return await answerOf(worker);
    } finally {
      await endWorker(worker, "backup", this.#onStuck);
    }
  }
}

const answerOf = (worker: Worker): Promise<TableRows[]> =>
  new Promise((resolve, reject) => {
    let tables: TableRows[] | null = null;
    worker.on("message", (message: TableRows[]) => (tables = message));
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (code === 0 && tables !== null) resolve(tables);
      else reject(new Error(`The thread ended with code ${code}.`));
    });
  });
