import { setImmediate } from "node:timers";
import {
  BatchLostError,
  type Commit,
  type Database,
} from "../../../database/contract.ts";
import type { Heartbeat } from "../../worker/heartbeat.ts";

type Batch = Pick<Database, "hasUnflushed" | "flush">;

interface Listener {
  onDurable(commits: readonly Commit[]): void;
  /**
   * The disk is full: anything that read these commits has read what was never
   * stored.
   */
  onLost(commits: readonly Commit[]): void;
  /**
   * It is unknown whether the commits were stored, so no further answer may
   * leave.
   */
  onFatal(error: unknown): void;
}

/**
 * Makes one flush for all commits applied within a turn of the event loop.
 * Every result that depends on an applied commit must wait for `durable` before
 * it leaves the executor.
 */
export class GroupCommit {
  readonly #database: Batch;
  readonly #heartbeat: Heartbeat;
  readonly #listener: Listener;
  #batch: PromiseWithResolvers<void> | null = null;

  constructor(database: Batch, heartbeat: Heartbeat, listener: Listener) {
    this.#database = database;
    this.#heartbeat = heartbeat;
    this.#listener = listener;
  }

  /**
   * Resolves once everything applied so far is durable.
   * @throws BatchLostError if the disk is full.
   */
  durable(): Promise<void> {
    if (this.#batch) return this.#batch.promise;
    if (!this.#database.hasUnflushed) return Promise.resolve();
    const batch = Promise.withResolvers<void>();
    batch.promise.catch(() => undefined);
    this.#batch = batch;
    setImmediate(() => this.#flush(batch));
    return batch.promise;
  }

  #flush(batch: PromiseWithResolvers<void>): void {
    this.#batch = null;
    try {
      const commits = this.#heartbeat.busy(() => this.#database.flush());
      // The listener marks live queries before anything that waits for the
      // batch continues.
      this.#listener.onDurable(commits);
      batch.resolve();
    } catch (error) {
      if (!(error instanceof BatchLostError)) {
        this.#listener.onFatal(error);
        return;
      }
      this.#listener.onLost(error.lost);
      batch.reject(error);
    }
  }
}
