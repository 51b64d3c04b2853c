/**
 * Runs queries, mutations, subscriptions and the scheduler on one open database
 * and one deployment. It knows nothing about threads: everything it sends goes
 * through `post`. No result leaves before the state it depends on is durable.
 */
import type { Commit, Database, Transaction } from "../../database/contract.ts";
import { immediate } from "../../queues/immediate.ts";
import { Scheduler, type SchedulerHost } from "./scheduler/scheduler.ts";
import type { TransactionRoot } from "../worker/callContext.ts";
import { ANYONE } from "../contract/callers.ts";
import type {
  FunctionCall,
  LiveId,
  SystemQueries,
} from "../contract/runtime.ts";
import {
  describeError,
  type ErrorDescription,
} from "../worker/functionErrors.ts";
import type { TransactionFunctions } from "./transactions/transactionFunctions.ts";
import { type CallTag, NO_CALL, type Heartbeat } from "../worker/heartbeat.ts";
import { newRequestId } from "../contract/requestId.ts";
import { loadUploadSecret } from "../worker/uploadTokens.ts";
import type { UnansweredCommits } from "../worker/unansweredCommits.ts";
import type { CallSupervisor } from "./transactions/callSupervisor.ts";
import { executionResult, liveUpdate, overloaded } from "./executionResults.ts";
import { JobRuns } from "./jobRuns.ts";
import { Journals } from "./journals.ts";
import type {
  ExecutionResult,
  ExecutorRequest,
  FromExecutor,
  LiveUpdate,
  Subscription,
} from "../messages/executorMessages.ts";
import { GroupCommit } from "./transactions/groupCommit.ts";
import { Invocations, makeRoot } from "./invocations.ts";
import { VectorSearches } from "./vectors/vectorSearches.ts";
import { QueryRuns, SLICE, type LiveQuery } from "./transactions/queryRuns.ts";
import {
  type Completed,
  TransactionRunner,
  type TransactionSpec,
} from "./transactions/transactionRunner.ts";

export type RequestOf<K extends ExecutorRequest["kind"]> = Extract<
  ExecutorRequest,
  { kind: K }
>;

export interface ExecutorParts {
  readonly database: Database;
  /** Null without a deployment. */
  readonly functions: TransactionFunctions | null;
  readonly systemQueries: SystemQueries;
  readonly heartbeat: Heartbeat;
  readonly supervisor: CallSupervisor;
  readonly unanswered: UnansweredCommits;
  /** For the vector indexes that searches have loaded. */
  readonly vectorMemoryMib: number;
  readonly post: (message: FromExecutor) => void;
  readonly onFatal: (error: unknown, culprit?: CallTag) => void;
}

/** Under overload, a mutation that has waited longer than this is refused. */
const LONGEST_WAIT_MS = 5_000;

export class Executor {
  readonly database: Database;
  readonly invocations: Invocations;
  readonly scheduler: Scheduler;
  readonly #parts: ExecutorParts;
  readonly #groupCommit: GroupCommit;
  readonly #runner: TransactionRunner;
  readonly #live: QueryRuns;
  readonly #journals: Journals;
  readonly #vectors: VectorSearches;

  constructor(parts: ExecutorParts) {
    const { database, heartbeat, onFatal } = parts;
    this.#parts = parts;
    this.database = database;
    this.#journals = new Journals(loadUploadSecret(database));
    this.#groupCommit = new GroupCommit(database, heartbeat, {
      onDurable: (commits) => this.#onDurable(commits),
      onLost: (commits) => {
        this.#vectors.reset();
        this.#live.onLost(commits);
      },
      onFatal,
    });
    this.#runner = new TransactionRunner(
      database,
      this.#groupCommit,
      parts.supervisor,
      {
        onApplied: ({ tag }, ts) => {
          if (tag.kind === "request") parts.unanswered.add(tag.id, ts);
        },
        onCommitted: (root) => this.#onCommitted(root),
        onFatal: (error, { tag }) => onFatal(error, tag),
        describe: (thrown) => this.#describe(thrown),
      },
    );
    this.invocations = new Invocations(
      database,
      parts.functions,
      parts.systemQueries,
      heartbeat,
    );
    this.#live = new QueryRuns({
      database,
      groupCommit: this.#groupCommit,
      execute: (live) => this.#executeLive(live),
      slice: SLICE,
      holdCommits: () => this.#runner.commits.close(),
      publish: (ts, published) =>
        parts.post({ type: "publication", ts: ts.toString(), published }),
      onRest: () => heartbeat.busy(() => database.checkpoint()),
      onBug: onFatal,
    });
    this.#vectors = new VectorSearches({
      reads: database.vectors,
      heartbeat,
      memoryMib: parts.vectorMemoryMib,
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
      // The commits that the query read were lost with a refused batch: it
      // reads again.
      if (await this.#isDurable()) return this.result(completed, call, "Query");
    }
  }

  /**
   * @param waitedMs time since the mutation was sent; a client's mutation that
   *   has waited too long does not run
   */
  async mutation(
    { call, isTrusted, session }: RequestOf<"mutation">,
    tag: CallTag,
    waitedMs: number,
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
    const mayBeRefused = !isTrusted && !call.caller.isAdmin;
    if (mayBeRefused && waitedMs > LONGEST_WAIT_MS) return overloaded();
    const spec = this.invocations.spec("Mutation", call, { tag, isTrusted });
    const completed = await this.#runner.mutation(spec, session);
    return this.result(completed, call, "Mutation");
  }

  /**
   * Runs engine code as a mutation. `code` sets up a call context itself if it
   * needs one.
   */
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

  /** Reads with engine code; resolves once everything it read is durable. */
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

  /** Answers an action's `1.0/actions/vectorSearch` with JSON text. */
  async vectorSearch({
    component,
    query,
  }: RequestOf<"vectorSearch">): Promise<string> {
    for (;;) {
      const results = await this.#vectors.search(component, query);
      if (await this.#isDurable()) return JSON.stringify({ results });
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

  share(liveId: LiveId, turnGroups: readonly string[]): void {
    this.#live.share(liveId, turnGroups);
  }

  unsubscribe(liveId: LiveId): void {
    this.#live.unsubscribe(liveId);
  }

  /**
   * Resolves when all applied commits are durable and announced. The engine
   * starts nothing new afterwards.
   */
  async quiesce(): Promise<void> {
    this.scheduler.stop();
    this.#live.stop();
    while (this.#parts.supervisor.runningCount > 0) {
      await immediate();
    }
    await this.#isDurable();
    this.#vectors.reset();
  }

  result(
    completed: Completed,
    call: FunctionCall,
    udfType: "Query" | "Mutation",
  ): ExecutionResult {
    return executionResult(completed, call, {
      udfType,
      isSystem: false,
    });
  }

  #describe(thrown: unknown): ErrorDescription {
    const { functions } = this.#parts;
    return describeError(thrown, functions?.registry.deployment.root ?? "/");
  }

  /** Returns false if what was read has been lost with a refused batch. */
  async #isDurable(): Promise<boolean> {
    try {
      await this.#groupCommit.durable();
      return true;
    } catch {
      return false;
    }
  }

  #onDurable(commits: readonly Commit[]): void {
    this.#live.onDurable(commits);
    this.#vectors.update();
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
        journal: this.#journals.endCursorOf(call, live.journal),
      }),
    );
    const result = this.result(completed, call, "Query");
    const update = liveUpdate(live, completed, result, this.#journals);
    return { completed, update };
  }

  #schedulerHost(): SchedulerHost {
    const { database, functions, post, onFatal } = this.#parts;
    const registry = functions?.registry;
    const jobs = new JobRuns(this.#runner, this.invocations, post);
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
      runMutation: (job, call, run) => jobs.run(job, call, run),
      startAction: ({ rowId, jobId }, call) =>
        post({ type: "runAction", run: { rowId, jobId, call } }),
      describe: (thrown) => this.#describe(thrown).message,
      onBug: onFatal,
    };
  }
}
