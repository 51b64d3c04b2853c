/**
 * Queries, mutations, subscriptions and the scheduler over one open database and
 * one deployment. It knows nothing of threads: what leaves it goes through `post`.
 */
import { setImmediate } from "node:timers";
import type { Commit, Database, Transaction } from "../../database/contract.ts";
import type { Job } from "../../scheduler/jobs.ts";
import { Scheduler } from "../../scheduler/scheduler.ts";
import type { TransactionRoot } from "../callContext.ts";
import { ANYONE } from "../callers.ts";
import { canonicalPath } from "../canonicalPath.ts";
import type { FunctionCall, LiveId, SystemQueries } from "../contract.ts";
import { describeError } from "../functionErrors.ts";
import type { ModuleRegistry } from "../moduleRegistry.ts";
import { type CallTag, NO_CALL, type Pulse } from "../pulse.ts";
import { newRequestId } from "../requestId.ts";
import type { CallSupervisor } from "./callSupervisor.ts";
import {
  executionResult,
  journalCursor,
  liveUpdate,
} from "./executionResults.ts";
import type {
  ExecutionResult,
  ExecutorRequest,
  FromExecutor,
  LiveUpdate,
  Subscription,
} from "./executorMessages.ts";
import { GroupCommit } from "./groupCommit.ts";
import { Invocations, makeRoot } from "./invocations.ts";
import { LiveQueries, type LiveQuery } from "./liveQueries.ts";
import {
  type Completed,
  TransactionRunner,
  type TransactionSpec,
} from "./transactionRunner.ts";

export type RequestOf<K extends ExecutorRequest["kind"]> = Extract<
  ExecutorRequest,
  { kind: K }
>;

export interface ExecutorParts {
  readonly database: Database;
  readonly registry: ModuleRegistry | null;
  readonly systemQueries: SystemQueries;
  readonly pulse: Pulse;
  readonly supervisor: CallSupervisor;
  readonly post: (message: FromExecutor) => void;
  readonly onFatal: (error: unknown) => void;
}

export class Executor {
  readonly database: Database;
  readonly invocations: Invocations;
  readonly scheduler: Scheduler;
  readonly #parts: ExecutorParts;
  readonly #groupCommit: GroupCommit;
  readonly #runner: TransactionRunner;
  readonly #live: LiveQueries;
  #lastJobNumber = 0;

  constructor(parts: ExecutorParts) {
    const { database, pulse, onFatal } = parts;
    this.#parts = parts;
    this.database = database;
    this.#groupCommit = new GroupCommit(database, pulse, {
      onDurable: (commits) => this.#onDurable(commits),
      onLost: (commits) => this.#live.onLost(commits),
      onFatal,
    });
    this.#runner = new TransactionRunner(
      database,
      this.#groupCommit,
      parts.supervisor,
      { onCommitted: (root) => this.#onCommitted(root), onFatal },
    );
    this.invocations = new Invocations(
      database,
      parts.registry,
      parts.systemQueries,
      pulse,
    );
    this.#live = new LiveQueries({
      database,
      groupCommit: this.#groupCommit,
      execute: (live) => this.#executeLive(live),
      holdCommits: () => this.#runner.commits.close(),
      publish: (ts, updates) => this.#publish(ts.toString(), updates),
      onBug: onFatal,
    });
    this.scheduler = new Scheduler(this.#schedulerHost());
  }

  async query(
    { call, isTrusted }: RequestOf<"query">,
    tag: CallTag,
  ): Promise<ExecutionResult> {
    const spec = this.invocations.spec("Query", call, { tag, isTrusted });
    return await this.#readDurably(spec, call);
  }

  async inlineQuery(
    { call, source }: RequestOf<"inlineQuery">,
    tag: CallTag,
  ): Promise<ExecutionResult> {
    const options = { tag, isTrusted: true };
    const spec = this.invocations.inlineSpec(source, call, options);
    return await this.#readDurably(spec, call);
  }

  async #readDurably(
    spec: TransactionSpec,
    call: FunctionCall,
  ): Promise<ExecutionResult> {
    for (;;) {
      const completed = await this.#runner.query(spec);
      // A lost batch took with it what this has read: read again.
      if (await this.#isDurable())
        return this.#result(completed, call, "Query");
    }
  }

  async mutation(
    { call, isTrusted, session }: RequestOf<"mutation">,
    tag: CallTag,
  ): Promise<ExecutionResult> {
    const stored = session && this.database.storedResponse(session);
    if (stored) {
      await this.#isDurable();
      return {
        ok: true,
        valueJson: stored.resultJson,
        logLines: stored.logLines,
        ts: stored.ts.toString(),
        requestId: newRequestId(),
        execution: null,
      };
    }
    const spec = this.invocations.spec("Mutation", call, { tag, isTrusted });
    const completed = await this.#runner.mutation(spec, session);
    return this.#result(completed, call, "Mutation");
  }

  /** Runs engine code as a mutation, with a call's context if `code` makes one. */
  async transact(
    path: string,
    tag: CallTag,
    code: (
      transaction: Transaction,
      root: TransactionRoot,
    ) => Promise<string> | string,
  ): Promise<Completed> {
    return await this.#runner.mutation({
      path,
      isWriting: true,
      makeRoot: () => makeRoot(ANYONE, { tag, isTrusted: true }),
      run: async (root, transaction) => await code(transaction, root),
    });
  }

  /** What engine code reads, once it is durable. */
  async read<T>(read: (transaction: Transaction) => T): Promise<T> {
    for (;;) {
      const transaction = this.database.begin();
      try {
        const result = read(transaction);
        if (await this.#isDurable()) return result;
      } finally {
        transaction.end();
      }
    }
  }

  async start(
    subscriptions: readonly Subscription[],
    {
      runningJobs,
      endedJob,
    }: Pick<RequestOf<"open">, "runningJobs" | "endedJob">,
  ): Promise<void> {
    await this.scheduler.start(new Set(runningJobs), endedJob);
    this.#live.start(subscriptions);
  }

  subscribe(subscription: Subscription): void {
    this.#live.subscribe(subscription);
  }

  unsubscribe(liveId: LiveId): void {
    this.#live.unsubscribe(liveId);
  }

  /** Everything applied is durable and told; nothing new is started by the engine. */
  async quiesce(): Promise<void> {
    this.scheduler.stop();
    this.#live.stop();
    while (this.#parts.supervisor.runningCount > 0) {
      await new Promise((resolve) => void setImmediate(resolve));
    }
    await this.#isDurable();
  }

  describe(thrown: unknown): string {
    return describeError(thrown, this.#root).message;
  }

  result(
    completed: Completed,
    call: FunctionCall,
    udfType: "Query" | "Mutation",
  ): ExecutionResult {
    return this.#result(completed, call, udfType);
  }

  get #root(): string {
    return this.#parts.registry?.deployment.root ?? "/";
  }

  /** False when what was read has been lost with a refused batch. */
  async #isDurable(): Promise<boolean> {
    try {
      await this.#groupCommit.durable();
      return true;
    } catch {
      return false;
    }
  }

  #result(
    completed: Completed,
    call: FunctionCall,
    udfType: "Query" | "Mutation",
  ): ExecutionResult {
    return executionResult(completed, call, {
      udfType,
      deploymentRoot: this.#root,
      isSystem: false,
    });
  }

  #onDurable(commits: readonly Commit[]): void {
    this.#live.onDurable(commits);
  }

  #onCommitted(root: TransactionRoot): void {
    this.scheduler.wakeAt(root.earliestJobAt);
    if (root.removedFileUuids.length > 0) {
      this.#parts.post({ type: "removeFiles", uuids: root.removedFileUuids });
    }
  }

  async #executeLive(
    live: LiveQuery,
  ): Promise<{ completed: Completed; update: LiveUpdate }> {
    const { call, liveId } = live.subscription;
    const completed = await this.#runner.query(
      this.invocations.spec("Query", call, {
        tag: { kind: "live", id: liveId },
        isTrusted: false,
        journal: journalCursor(live.journal),
      }),
    );
    const result = this.#result(completed, call, "Query");
    return { completed, update: liveUpdate(live, completed, result) };
  }

  #publish(ts: string, updates: readonly LiveUpdate[]): void {
    this.#parts.post({ type: "publication", ts, updates });
  }

  #schedulerHost(): ConstructorParameters<typeof Scheduler>[0] {
    const { database, registry, post, onFatal } = this.#parts;
    return {
      database,
      deployment: registry?.deployment ?? null,
      udfTypeOf: ({ component, path }) =>
        registry?.describe(component, path).udfType ?? "Mutation",
      transact: (run) =>
        this.transact("_engine/scheduler", NO_CALL, (transaction) => {
          run(transaction);
          return "null";
        }),
      runMutation: (job, call, run) => this.#runJob(job, call, run),
      startAction: ({ rowId, jobId }, call) =>
        post({ type: "runAction", run: { rowId, jobId, call } }),
      describe: (thrown) => this.describe(thrown),
      onBug: onFatal,
    };
  }

  async #runJob(
    job: Job,
    call: FunctionCall,
    run: Parameters<
      ConstructorParameters<typeof Scheduler>[0]["runMutation"]
    >[2],
  ): Promise<Completed> {
    this.#lastJobNumber += 1;
    const tag: CallTag = { kind: "job", id: this.#lastJobNumber };
    this.#parts.post({
      type: "jobStarted",
      number: tag.id,
      rowId: job.rowId,
    });
    const completed = await this.#runner.mutation({
      path: canonicalPath(call.path),
      isWriting: true,
      makeRoot: () =>
        makeRoot(ANYONE, {
          tag,
          isTrusted: true,
          scheduledFunctionId: job.jobId || undefined,
        }),
      run: async (root, transaction) =>
        JSON.stringify(
          await run(transaction, root, (jobCall) =>
            this.invocations.invoke(
              "Mutation",
              jobCall,
              root,
              transaction,
              true,
            ),
          ),
        ),
    });
    this.#reportJob(completed, call);
    return completed;
  }

  #reportJob(completed: Completed, call: FunctionCall): void {
    const { execution } = executionResult(completed, call, {
      udfType: "Mutation",
      deploymentRoot: this.#root,
      isSystem: true,
    });
    if (execution === null) return;
    // The value of a job's transaction is the error it recorded, or null.
    const error = completed.ok
      ? (JSON.parse(completed.valueJson) as string | null)
      : execution.error;
    this.#parts.post({
      type: "executions",
      executions: [{ ...execution, error }],
    });
  }
}
