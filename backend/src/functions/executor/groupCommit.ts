import { setImmediate } from "node:timers";
import {
  BatchLostError,
  type Commit,
  type Database,
} from "../../database/contract.ts";
import type { Pulse } from "../pulse.ts";

type Batch = Pick<Database, "hasUnflushed" | "flush">;

interface Listener {
  onDurable(commits: readonly Commit[]): void;
  /** The disk is full: what read these commits has read what never was. */
  onLost(commits: readonly Commit[]): void;
  /** The outcome is unknown: nothing may be told to anyone any more. */
  onFatal(error: unknown): void;
}

/**
 * One flush for all commits applied within a turn of the event loop. Whatever
 * depends on an applied commit waits for `durable` before it leaves the executor.
 */
export class GroupCommit {
  readonly #database: Batch;
  readonly #pulse: Pulse;
  readonly #listener: Listener;
  #batch: PromiseWithResolvers<void> | null = null;

  constructor(database: Batch, pulse: Pulse, listener: Listener) {
    this.#database = database;
    this.#pulse = pulse;
    this.#listener = listener;
  }

  /**
   * Resolves once all that is applied now is durable.
   * @throws BatchLostError when the disk is full.
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
      const commits = this.#pulse.busy(() => this.#database.flush());
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
