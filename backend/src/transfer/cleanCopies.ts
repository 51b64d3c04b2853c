/**
 * Copies of the database for backups. A plain copy of its pages would also hold
 * rows that were deleted, until SQLite uses their space again, and the
 * arguments of jobs that have finished. A backup that is made right after
 * someone was deleted must not bring them back.
 *
 * A copy keeps every row, and every job that is still to run. Of a finished job
 * it keeps the state, but not the arguments and the error.
 */
import type { Worker } from "node:worker_threads";
import { endWorker, type OnStuck } from "../runtime/main/endWorker.ts";
import { startWorker } from "../runtime/worker/startWorker.ts";
import { workerUrl } from "../runtime/worker/workerUrl.ts";
import { removeDatabase, type SnapshotSource } from "./snapshot.ts";

export class CleanCopies implements SnapshotSource {
  readonly #source: SnapshotSource;
  readonly #onStuck: OnStuck;

  constructor(source: SnapshotSource, onStuck: OnStuck) {
    this.#source = source;
    this.#onStuck = onStuck;
  }

  /** Needs free space for two copies until it is done. */
  async copyDatabase(file: string): Promise<void> {
    const plain = `${file}.plain`;
    try {
      await removeDatabase(plain);
      await this.#source.copyDatabase(plain);
      await this.#clean({ from: plain, to: file });
    } finally {
      await removeDatabase(plain);
    }
  }

  /** Runs in a thread: rewriting a large database takes seconds in one piece. */
  async #clean(files: { from: string; to: string }): Promise<void> {
    const file = workerUrl("./cleanCopyWorker", import.meta.url);
    const worker = startWorker(file, { workerData: files, execArgv: [] });
    try {
      await ended(worker);
    } finally {
      await endWorker(worker, "backup", this.#onStuck);
    }
  }
}

const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The thread ended with code ${code}.`));
    });
  });
