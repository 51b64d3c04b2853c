/**
 * Test support: everything between a database and its watchers, without threads
 * or sockets: transactions, group commit, live queries and their sharing.
 */
import { setImmediate } from "node:timers";
import type {
  Database,
  ReadSet,
  Transaction,
} from "../../src/database/contract.ts";
import { openTestDatabase } from "./testDatabase.ts";
import { TransactionRoot } from "../../src/runtime/worker/callContext.ts";
import type {
  FunctionCall,
  LiveId,
  Publication,
} from "../../src/runtime/contract/runtime.ts";
import { CallSupervisor } from "../../src/runtime/executor/transactions/callSupervisor.ts";
import {
  executionResult,
  liveUpdate,
} from "../../src/runtime/executor/executionResults.ts";
import { Journals } from "../../src/runtime/executor/journals.ts";
import type {
  LiveUpdate,
  Published,
} from "../../src/runtime/messages/executorMessages.ts";
import { GroupCommit } from "../../src/runtime/executor/transactions/groupCommit.ts";
import {
  QueryRuns,
  type LiveQuery,
} from "../../src/runtime/executor/transactions/queryRuns.ts";
import {
  type Completed,
  TransactionRunner,
} from "../../src/runtime/executor/transactions/transactionRunner.ts";
import type { SliceLimits } from "../../src/queues/turnSlices.ts";
import { ANYONE, turnGroupOf } from "../../src/runtime/contract/callers.ts";
import { NO_CALL, Heartbeat } from "../../src/runtime/worker/heartbeat.ts";
import { execute, type Page, type Reading, TABLES } from "./readings.ts";

/**
 * Returns the intervals to record as a query's read set. Tests leave some out
 * to prove that they are needed.
 */
export type ReadSetOf = (readSet: ReadSet) => ReadSet["intervals"];

const journals = new Journals("secret");

export class WatchedDatabase {
  readonly database: Database = openTestDatabase({ tables: [...TABLES] });
  /** Number of executions, by the text of the reading. */
  readonly executions = new Map<string, number>();
  readonly #readSetOf: ReadSetOf;
  readonly #supervisor: CallSupervisor;
  readonly #runner: TransactionRunner;
  readonly #live: QueryRuns;
  #listener: (publication: Publication) => void = () => undefined;
  #publishedTs = "0";

  constructor(
    readSetOf: ReadSetOf = ({ intervals }) => intervals,
    slice: SliceLimits,
  ) {
    this.#readSetOf = readSetOf;
    const { database } = this;
    const onFatal = (error: unknown) => {
      throw error;
    };
    const heartbeat = new Heartbeat();
    const groupCommit = new GroupCommit(database, heartbeat, {
      onDurable: (commits) => this.#live.onDurable(commits),
      onLost: onFatal,
      onFatal,
    });
    this.#supervisor = new CallSupervisor(heartbeat, {
      timeoutMs: 60_000,
      startsSerial: false,
    });
    const ignored = () => undefined;
    const listener = {
      onApplied: ignored,
      onCommitted: ignored,
      onFatal,
      describe: (thrown: unknown) => ({ message: String(thrown) }),
    };
    this.#runner = new TransactionRunner(
      database,
      groupCommit,
      this.#supervisor,
      listener,
    );
    this.#live = new QueryRuns({
      database,
      groupCommit,
      execute: (live) => this.#execute(live),
      slice,
      holdCommits: () => this.#runner.commits.close(),
      publish: (ts, published) => this.#publish(ts.toString(), published),
      onRest: () => database.checkpoint(),
      onBug: onFatal,
    });
    this.#live.start([]);
  }

  get publishedTs(): string {
    return this.#publishedTs;
  }

  onPublication(listener: (publication: Publication) => void): void {
    this.#listener = listener;
  }

  subscribe(liveId: LiveId, call: FunctionCall, journal: string | null): void {
    const turnGroups = [turnGroupOf(call.caller)];
    const fingerprint = null;
    this.#live.subscribe({ liveId, call, turnGroups, journal, fingerprint });
  }

  share(): void {}

  unsubscribe(liveId: LiveId): void {
    this.#live.unsubscribe(liveId);
  }

  /** Runs a mutation; resolves once it is durable. */
  async commit(run: (transaction: Transaction) => void): Promise<void> {
    const completed = await this.#runner.mutation({
      path: "write",
      isWriting: true,
      makeRoot: () => makeRoot(null),
      run: async (_, transaction) => {
        run(transaction);
        return "null";
      },
    });
    if (!completed.ok) throw completed.thrown;
  }

  /** Executes a reading at once, without counting it. */
  read(reading: Reading, endCursor: string | null): Page {
    const transaction = this.database.begin();
    const steps = execute(transaction, reading, endCursor);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    transaction.end();
    return step.value;
  }

  close(): void {
    this.#live.stop();
    this.#supervisor.close();
    this.database.close();
  }

  async #execute(
    live: LiveQuery,
  ): Promise<{ completed: Completed; update: LiveUpdate }> {
    const { call } = live.subscription;
    const { path } = call;
    this.executions.set(path, (this.executions.get(path) ?? 0) + 1);
    const completed = await this.#runner.query({
      path,
      isWriting: false,
      makeRoot: () => makeRoot(journaledEnd(call, live.journal)),
      run: async (root, transaction) => {
        // `callOf` put it there.
        const reading = JSON.parse(path) as Reading;
        const steps = execute(transaction, reading, root.journalIn);
        let step = steps.next();
        while (step.done !== true) {
          await new Promise((resolve) => setImmediate(resolve));
          step = steps.next();
        }
        root.journalOut = step.value.endCursor;
        return JSON.stringify(step.value.value);
      },
    });
    const options = {
      udfType: "Query",
      deploymentRoot: "",
      isSystem: false,
    } as const;
    const result = executionResult(completed, call, options);
    const update = liveUpdate(live, completed, result, journals);
    const { transaction } = completed;
    const intervals = this.#readSetOf(transaction.readSet);
    const recorded = Object.create(transaction, {
      readSet: { value: { intervals } },
    }) as Transaction; // the same transaction with another read set
    return { completed: { ...completed, transaction: recorded }, update };
  }

  #publish(ts: string, { updates, behind, current }: Published): void {
    this.#publishedTs = ts;
    this.#listener({
      ...{ ts, behind, current },
      updates: updates.map(({ liveId, result, journal, usedIdentity }) => {
        if (!result.ok) throw new Error(result.error.message);
        const { valueJson, logLines } = result;
        const shown = { ok: true, valueJson, logLines } as const;
        return { liveId, result: { ...shown, journal, usedIdentity } };
      }),
    });
  }
}

export function callOf(reading: Reading): FunctionCall {
  const path = JSON.stringify(reading);
  return { component: "", path, args: {}, caller: ANYONE };
}

/** Returns the end of the page that a journal of the reading holds. */
export function journaledEnd(
  call: FunctionCall,
  journal: string | null,
): string | null {
  return journals.endCursorOf(call, journal);
}

function makeRoot(journal: string | null): TransactionRoot {
  const options = { journal };
  return new TransactionRoot("request", ANYONE, 0, NO_CALL, options);
}
