/**
 * Runs top-level transactions optimistically: against the latest state, side by
 * side, and again when what they read has changed meanwhile.
 */
import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  BatchLostError,
  ConflictError,
  type Database,
  DatabaseError,
  type SessionRequest,
  StorageFullError,
  type Timestamp,
  type Transaction,
} from "../../database/contract.ts";
import type { TransactionRoot } from "../callContext.ts";
import type { CallSupervisor } from "./callSupervisor.ts";
import type { GroupCommit } from "./groupCommit.ts";
import { Gate } from "./gate.ts";

const ATTEMPTS_SIDE_BY_SIDE = 5;
const FIRST_DELAY_MS = 2;

export interface TransactionSpec {
  readonly path: string;
  /** It will be applied; otherwise the transaction ends with the attempt. */
  readonly isWriting: boolean;
  /** Fresh for each attempt, so that log lines are those of the last one. */
  makeRoot(): TransactionRoot;
  run(root: TransactionRoot, transaction: Transaction): Promise<string>;
}

export type Completed = (
  | { readonly ok: true; readonly valueJson: string }
  | { readonly ok: false; readonly thrown: unknown }
) & {
  readonly root: TransactionRoot;
  readonly transaction: Transaction;
  /** What it read is unchanged up to here. */
  readonly validAt: Timestamp;
};

interface Listener {
  /** The effects of a mutation are durable. */
  onCommitted(root: TransactionRoot): void;
  onFatal(error: unknown): void;
}

export class TransactionRunner {
  readonly #database: Database;
  readonly #groupCommit: GroupCommit;
  readonly #supervisor: CallSupervisor;
  readonly #listener: Listener;
  /** Closed while one starving transaction runs alone. */
  readonly #start = new Gate();
  /** Closed while a publication could not keep up with the commits. */
  readonly commits = new Gate();
  #alone: Promise<unknown> = Promise.resolve();

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

  /** What it read may not be durable yet: wait for the group commit before telling. */
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

  /** Resolves when the commit is durable, or when a failure may be told. */
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

  /** Nothing else begins meanwhile, so only what runs already can make it fail again. */
  async #runAlone(
    spec: TransactionSpec,
    session: SessionRequest | null,
  ): Promise<Completed> {
    const run = async () => {
      const open = this.#start.close();
      try {
        for (;;) {
          const completed = await this.#attemptMutation(spec, session);
          if (completed !== null) return completed;
        }
      } finally {
        open();
      }
    };
    const running = this.#alone.then(run, run);
    this.#alone = running;
    return await running;
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
    try {
      const validAt = this.#database.apply(
        transaction,
        session
          ? { ...session, resultJson: valueJson, logLines: root.logLines }
          : undefined,
      );
      return { ...completed, validAt };
    } catch (thrown) {
      if (thrown instanceof ConflictError) return null;
      const isRefusal =
        thrown instanceof DatabaseError || thrown instanceof StorageFullError;
      // After anything else the state of the batch is unknown.
      if (!isRefusal) this.#listener.onFatal(thrown);
      return { ...completed, ok: false, thrown };
    }
  }

  /** Null when what it read has changed: then neither result nor error means anything. */
  async #attempt(spec: TransactionSpec): Promise<Completed | null> {
    const transaction = this.#database.begin();
    const root = spec.makeRoot();
    let result:
      { ok: true; valueJson: string } | { ok: false; thrown: unknown };
    try {
      const valueJson = await this.#supervisor.supervise(root, spec.path, () =>
        spec.run(root, transaction),
      );
      result = { ok: true, valueJson };
    } catch (thrown) {
      result = { ok: false, thrown };
    }
    const wasAborted = root.hasEnded;
    root.end("it has returned");
    const isStale = !wasAborted && transaction.isStale();
    if (isStale || !result.ok || !spec.isWriting) transaction.end();
    if (isStale) return null;
    const validAt = this.#database.lastTs;
    return { ...result, root, transaction, validAt };
  }

  async #durably(completed: Completed): Promise<Completed> {
    try {
      await this.#groupCommit.durable();
      if (completed.ok) this.#listener.onCommitted(completed.root);
      return completed;
    } catch (thrown) {
      if (!(thrown instanceof BatchLostError)) throw thrown;
      return { ...completed, ok: false, thrown };
    }
  }
}

function backoffMs(attempt: number): number {
  return randomInt(FIRST_DELAY_MS << attempt);
}
