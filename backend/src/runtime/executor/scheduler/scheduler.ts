/**
 * Runs scheduled functions and crons when they are due. It owns the timer and
 * the set of running jobs; the jobs and their outcomes are rows (see jobs.ts).
 *
 * A mutation runs exactly once: its effects and its completion are one
 * transaction. An action runs at most once: it is durably marked as in progress
 * before it runs.
 */
import { clearTimeout, setTimeout } from "node:timers";
import {
  BatchLostError,
  type Database,
  StorageFullError,
  type Transaction,
} from "../../../database/contract.ts";
import type { TransactionRoot } from "../../worker/callContext.ts";
import { ANYONE } from "../../contract/callers.ts";
import type { Deployment, FunctionCall } from "../../contract/runtime.ts";
import type { Completed } from "../transactions/transactionRunner.ts";
import { beginCron, cronArgs, finishCron, syncCrons } from "./crons.ts";
import {
  findJobByRow,
  type Job,
  jobArgs,
  listJobs,
  removeJob,
  setJobState,
} from "./jobs.ts";

const MAX_MUTATIONS = 8;
const MAX_ACTIONS = 64;
const MAX_PURGED = 256;
const LONGEST_SLEEP_MS = 3600_000;
const RETRY_WHEN_FULL_MS = 5000;
/** How long clients that repeat a mutation still get its stored response. */
const RESPONSES_KEPT_MS = 24 * 3600_000;

export interface SchedulerHost {
  readonly database: Database;
  readonly deployment: Deployment | null;
  /** @throws if there is no such function. */
  udfTypeOf(call: FunctionCall): "Query" | "Mutation" | "Action";
  /** Runs a transaction of the engine. */
  transact(run: (transaction: Transaction) => void): Promise<Completed>;
  /** Runs a transaction in which `invoke` runs the scheduled mutation. */
  runMutation(
    job: Job,
    call: FunctionCall,
    run: (
      transaction: Transaction,
      root: TransactionRoot,
      invoke: (call: FunctionCall) => Promise<unknown>,
    ) => Promise<string | null>,
  ): Promise<Completed>;
  /** Starts an action; its end is reported by calling `finish`. */
  startAction(job: Job, call: FunctionCall): void;
  describe(thrown: unknown): string;
  onBug(error: unknown): void;
}

export class Scheduler {
  readonly #host: SchedulerHost;
  readonly #running = new Map<string, "Mutation" | "Action">();
  #timer: NodeJS.Timeout | null = null;
  #isStopped = true;
  #isTicking = false;
  #purgedAt = 0;

  constructor(host: SchedulerHost) {
    this.#host = host;
  }

  /**
   * Starts the scheduler. `runningActions` continue in their worker; other
   * actions in progress were lost with the process and are marked as failed.
   * `endedJob` blocked the last executor.
   */
  async start(
    runningActions: ReadonlySet<string>,
    endedJob: { rowId: string; error: string } | null,
  ): Promise<void> {
    const { deployment } = this.#host;
    await this.#host.transact((transaction) => {
      const now = Date.now();
      const inProgress = [
        ...listJobs(transaction, "inProgress"),
        ...listJobs(transaction, "cronInProgress"),
      ];
      for (const job of inProgress) {
        if (!runningActions.has(job.rowId)) {
          finishJob(
            transaction,
            job,
            "The server stopped while this action ran. Actions are not run twice.",
            now,
          );
        }
      }
      if (endedJob) {
        const job = findJobByRow(transaction, endedJob.rowId);
        if (job) finishJob(transaction, job, endedJob.error, now);
      }
      syncCrons(transaction, deployment?.components ?? [], now);
    });
    for (const rowId of runningActions) this.#running.set(rowId, "Action");
    this.#isStopped = false;
    this.wakeAt(0);
  }

  /** Stops starting jobs. Running ones continue. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /**
   * Wakes the scheduler at `runAt` or earlier. Call it once the change of due
   * times is durable.
   */
  wakeAt(runAt: number): void {
    if (this.#isStopped || runAt === Infinity) return;
    const now = Date.now();
    if (this.#timer && this.#timerAt <= runAt) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timerAt = Math.min(Math.max(runAt, now), now + LONGEST_SLEEP_MS);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#tick().catch((error: unknown) => this.#host.onBug(error));
    }, this.#timerAt - now);
  }

  #timerAt = 0;

  /** Records how a scheduled action ended; retries while the disk is full. */
  async finish(rowId: string, error: string | null): Promise<void> {
    for (;;) {
      const completed = await this.#host.transact((transaction) => {
        const job = findJobByRow(transaction, rowId);
        // The report is repeated if an executor ended before it answered, so
        // the job may be over.
        if (job && isInProgress(job)) {
          finishJob(transaction, job, error, Date.now());
        }
      });
      if (completed.ok || !isFull(completed.thrown)) break;
      await pause(RETRY_WHEN_FULL_MS);
    }
    this.#running.delete(rowId);
    this.wakeAt(0);
  }

  async #tick(): Promise<void> {
    if (this.#isTicking || this.#isStopped) return;
    this.#isTicking = true;
    try {
      await this.#purge();
      const { due, nextAt } = this.#look();
      for (const job of due) this.#begin(job);
      this.wakeAt(nextAt);
    } finally {
      this.#isTicking = false;
    }
  }

  /** Finds jobs that are due and not running yet, and the time of the next one. */
  #look(): { due: Job[]; nextAt: number } {
    const now = Date.now();
    const limit = MAX_MUTATIONS + MAX_ACTIONS + this.#running.size + 1;
    const transaction = this.#host.database.begin();
    try {
      const waiting = [
        ...listJobs(transaction, "pending", { limit }),
        ...listJobs(transaction, "cron", { limit }),
      ].filter(({ rowId }) => !this.#running.has(rowId));
      const future = waiting.filter(({ runAt }) => runAt > now);
      return {
        due: waiting.filter(({ runAt }) => runAt <= now),
        nextAt: Math.min(
          now + LONGEST_SLEEP_MS,
          ...future.map(({ runAt }) => runAt),
        ),
      };
    } finally {
      transaction.end();
    }
  }

  #begin(job: Job): void {
    const call = callOf(job);
    const udfType = this.#udfType(call);
    const limit = udfType === "Action" ? MAX_ACTIONS : MAX_MUTATIONS;
    // When a running job ends, the scheduler looks again.
    if (this.#count(udfType) >= limit) return;
    this.#running.set(job.rowId, udfType);
    const run =
      udfType === "Action" ? this.#runAction(job) : this.#runMutation(job);
    run.catch((error: unknown) => this.#host.onBug(error));
  }

  /**
   * A deleted function counts as a mutation, so that its job fails like the job
   * of a function that throws.
   */
  #udfType(call: FunctionCall): "Mutation" | "Action" {
    try {
      return this.#host.udfTypeOf(call) === "Action" ? "Action" : "Mutation";
    } catch {
      return "Mutation";
    }
  }

  async #runMutation(job: Job): Promise<void> {
    const completed = await this.#host.runMutation(
      job,
      callOf(job),
      async (transaction, root, invoke) => {
        const current = findJobByRow(transaction, job.rowId);
        if (!current || !isWaiting(current)) return null;
        const call = callOf(current, transaction);
        const layer = transaction.beginNested();
        let error: string | null = null;
        try {
          await invoke(call);
          layer.commit();
        } catch (thrown) {
          layer.rollback();
          root.removedFileUuids.length = 0;
          error = this.#host.describe(thrown);
        }
        finishJob(transaction, current, error, Date.now());
        return error;
      },
    );
    if (!completed.ok) await this.#afterRefusal(job, completed);
    this.#running.delete(job.rowId);
    this.wakeAt(0);
  }

  /** Handles a job that took too long or could not be committed. */
  async #afterRefusal(
    job: Job,
    { thrown, error }: Extract<Completed, { ok: false }>,
  ): Promise<void> {
    if (isFull(thrown)) {
      await pause(RETRY_WHEN_FULL_MS);
      return;
    }
    await this.#host.transact((transaction) => {
      const current = findJobByRow(transaction, job.rowId);
      if (current && isWaiting(current)) {
        finishJob(transaction, current, error.message, Date.now());
      }
    });
  }

  async #runAction(job: Job): Promise<void> {
    let call: FunctionCall | null = null;
    const completed = await this.#host.transact((transaction) => {
      const current = findJobByRow(transaction, job.rowId);
      call = null;
      if (!current || !isWaiting(current)) return;
      call = callOf(current, transaction);
      if (current.cronName === null) {
        const now = Date.now();
        setJobState(transaction, current, { kind: "inProgress" }, now);
      } else beginCron(transaction, current);
    });
    if (completed.ok && call !== null) {
      this.#host.startAction(job, call);
      return;
    }
    this.#running.delete(job.rowId);
    this.wakeAt(completed.ok ? 0 : Date.now() + RETRY_WHEN_FULL_MS);
  }

  async #purge(): Promise<void> {
    const now = Date.now();
    if (now - this.#purgedAt < LONGEST_SLEEP_MS / 2) return;
    this.#purgedAt = now;
    if (!this.#purgeResponses(now)) return;
    let isMore = true;
    while (isMore && !this.#isStopped) {
      const completed = await this.#host.transact((transaction) => {
        const options = { dueBy: now, limit: MAX_PURGED };
        const done = listJobs(transaction, "done", options);
        for (const job of done) removeJob(transaction, job);
        isMore = done.length === MAX_PURGED;
      });
      if (!completed.ok) return;
    }
  }

  /** Returns false if the disk is too full even for deleting. */
  #purgeResponses(now: number): boolean {
    try {
      this.#host.database.purgeResponses(now - RESPONSES_KEPT_MS);
      return true;
    } catch (error) {
      if (isFull(error)) return false;
      throw error;
    }
  }

  #count(udfType: "Mutation" | "Action"): number {
    let count = 0;
    for (const running of this.#running.values()) {
      if (running === udfType) count += 1;
    }
    return count;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof StorageFullError || error instanceof BatchLostError;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

function isInProgress(job: Job): boolean {
  return job.state === "inProgress" || job.state === "cronInProgress";
}

function isWaiting(job: Job): boolean {
  return job.state === "pending" || job.state === "cron";
}

function finishJob(
  transaction: Transaction,
  job: Job,
  error: string | null,
  now: number,
): void {
  if (job.state === "done") return;
  if (job.cronName !== null) finishCron(transaction, job, error, now);
  else {
    const state =
      error === null
        ? ({ kind: "success" } as const)
        : ({ kind: "failed", error } as const);
    setJobState(transaction, job, state, now);
  }
}

/** Leaves out the arguments of scheduled functions if there is no transaction. */
function callOf(job: Job, transaction?: Transaction): FunctionCall {
  const { component, path } = job;
  const args =
    job.cronName === null
      ? transaction && jobArgs(transaction, job)
      : cronArgs(job);
  return { component, path, args: args ?? {}, caller: ANYONE };
}
