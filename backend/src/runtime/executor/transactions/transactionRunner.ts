/**
 * Runs top-level transactions optimistically: side by side, against the latest
 * state, and again if what they read has changed in the meantime.
 */
import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  BatchLostError,
  ConflictError,
  type Database,
  type SessionRequest,
  StorageFailedError,
  type Timestamp,
  type Transaction,
} from "../../../database/contract.ts";
import { SerialQueue } from "../../../queues/serialQueue.ts";
import type { TransactionRoot } from "../../worker/callContext.ts";
import type { ErrorDescription } from "../../worker/functionErrors.ts";
import type { CallSupervisor } from "./callSupervisor.ts";
import type { GroupCommit } from "./groupCommit.ts";
import { Gate } from "./gate.ts";

/** After this many conflicts a mutation runs alone, and a query holds up commits. */
const ATTEMPTS_SIDE_BY_SIDE = 5;
const FIRST_DELAY_MS = 2;

export interface TransactionSpec {
  readonly path: string;
  /**
   * True if the transaction will be applied; otherwise it ends with the
   * attempt.
   */
  readonly isWriting: boolean;
  /**
   * Called for each attempt, so that the log lines are those of the last
   * attempt.
   */
  makeRoot(): TransactionRoot;
  run(root: TransactionRoot, transaction: Transaction): Promise<string>;
}

/** `thrown` is what the function or the commit threw, and `error` describes it. */
interface Failure {
  readonly ok: false;
  readonly thrown: unknown;
  readonly error: ErrorDescription;
}

type Result = { readonly ok: true; readonly valueJson: string } | Failure;

/** A finished transaction. */
export type Completed = Result & {
  readonly root: TransactionRoot;
  readonly transaction: Transaction;
  /**
   * Timestamp up to which everything that the transaction read is unchanged.
   */
  readonly validAt: Timestamp;
};

interface Listener {
  describe(thrown: unknown): ErrorDescription;
  /**
   * Writes that belong to no session have been applied, and will be committed
   * with this timestamp.
   */
  onApplied(root: TransactionRoot, ts: Timestamp): void;
  /** The mutation's effects are durable. */
  onCommitted(root: TransactionRoot): void;
  onFatal(error: unknown, root: TransactionRoot): void;
}

export class TransactionRunner {
  readonly #database: Database;
  readonly #groupCommit: GroupCommit;
  readonly #supervisor: CallSupervisor;
  readonly #listener: Listener;
  /** Closed while one starving transaction runs alone. */
  readonly #start = new Gate();
  /** Closed while publications cannot keep up with the commits. */
  readonly commits = new Gate();
  readonly #alone = new SerialQueue();

  constructor(
    database: Database,
    groupCommit: GroupCommit,
    supervisor: CallSupervisor,
    listener: Listener,
  ) {
    this.#database = database;
    this.#groupCommit = groupCommit;
    this.#supervisor = supervisor;
    this.#listener = listener;
  }

  /**
   * Runs a query. It may have read commits that are not durable yet, so wait
   * for the group commit before answering.
   */
  async query(spec: TransactionSpec): Promise<Completed> {
    for (let attempt = 0; attempt < ATTEMPTS_SIDE_BY_SIDE; attempt++) {
      const completed = await this.#attempt(spec);
      if (completed !== null) return completed;
    }
    const open = this.commits.close();
    try {
      for (;;) {
        const completed = await this.#attempt(spec);
        if (completed !== null) return completed;
      }
    } finally {
      open();
    }
  }

  /**
   * Resolves when the commit is durable, or with a failure once everything that
   * the failure depends on is durable.
   */
  async mutation(
    spec: TransactionSpec,
    session: SessionRequest | null = null,
  ): Promise<Completed> {
    for (let attempt = 0; attempt < ATTEMPTS_SIDE_BY_SIDE; attempt++) {
      if (attempt > 0) await delay(backoffMs(attempt));
      await this.#start.opened();
      const completed = await this.#attemptMutation(spec, session);
      if (completed !== null) return await this.#durably(completed);
    }
    return await this.#durably(await this.#runAlone(spec, session));
  }

  /**
   * Runs a mutation while no other may begin, so only calls that are already
   * running can make it conflict again.
   */
  async #runAlone(
    spec: TransactionSpec,
    session: SessionRequest | null,
  ): Promise<Completed> {
    return await this.#alone.run(async () => {
      const open = this.#start.close();
      try {
        for (;;) {
          const completed = await this.#attemptMutation(spec, session);
          if (completed !== null) return completed;
        }
      } finally {
        open();
      }
    });
  }

  async #attemptMutation(
    spec: TransactionSpec,
    session: SessionRequest | null,
  ): Promise<Completed | null> {
    const completed = await this.#attempt(spec);
    if (!completed?.ok) return completed;
    await this.commits.opened();
    return this.#apply(completed, session);
  }

  #apply(
    completed: Completed & { ok: true },
    session: SessionRequest | null,
  ): Completed | null {
    const { transaction, valueJson, root } = completed;
    const lastTs = this.#database.lastTs;
    try {
      const validAt = this.#database.apply(
        transaction,
        session
          ? { ...session, resultJson: valueJson, logLines: root.logLines }
          : undefined,
      );
      // Without writes there is no commit.
      const isCommit = validAt > lastTs;
      if (isCommit && session === null) this.#listener.onApplied(root, validAt);
      return { ...completed, validAt };
    } catch (thrown) {
      if (thrown instanceof ConflictError) return null;
      // After any other error, nothing of this transaction is in the batch.
      if (thrown instanceof StorageFailedError) {
        this.#listener.onFatal(thrown, root);
      }
      return { ...completed, ...this.#failure(thrown) };
    }
  }

  /**
   * Runs the transaction once. Returns null if it must run again, for example
   * because what it read has changed: then neither its result nor its error is
   * valid.
   */
  async #attempt(spec: TransactionSpec): Promise<Completed | null> {
    const transaction = this.#database.begin();
    const root = spec.makeRoot();
    const result = await this.#supervisor
      .supervise(root, spec.path, () => this.#run(spec, root, transaction))
      .catch((thrown: unknown) => this.#failure(thrown));
    const wasAborted = root.hasEnded;
    root.end("it has returned");
    const isStale = !wasAborted && transaction.isStale();
    const isDropped = isStale || root.mustRunAgain;
    if (isDropped || !result.ok || !spec.isWriting) transaction.end();
    if (isDropped) return null;
    const validAt = this.#database.lastTs;
    return { ...result, root, transaction, validAt };
  }

  /**
   * Runs the function, and describes its error before the call counts as ended:
   * reading the error may run app code, which may block the thread.
   */
  async #run(
    spec: TransactionSpec,
    root: TransactionRoot,
    transaction: Transaction,
  ): Promise<Result> {
    try {
      return { ok: true, valueJson: await spec.run(root, transaction) };
    } catch (thrown) {
      return this.#failure(thrown);
    }
  }

  #failure(thrown: unknown): Failure {
    return { ok: false, thrown, error: this.#listener.describe(thrown) };
  }

  async #durably(completed: Completed): Promise<Completed> {
    try {
      await this.#groupCommit.durable();
      if (completed.ok) this.#listener.onCommitted(completed.root);
      return completed;
    } catch (thrown) {
      if (!(thrown instanceof BatchLostError)) throw thrown;
      return { ...completed, ...this.#failure(thrown) };
    }
  }
}

function backoffMs(attempt: number): number {
  return randomInt(FIRST_DELAY_MS << attempt);
}
