/**
 * What stands between a database and its watchers, without threads and sockets:
 * transactions, group commits, live queries and their sharing. For tests.
 */
import { setImmediate } from "node:timers";
import type {
  Database,
  ReadSet,
  Transaction,
} from "../../database/contract.ts";
import { openTestDatabase } from "../../database/testing/testDatabase.ts";
import { TransactionRoot } from "../../functions/callContext.ts";
import type {
  FunctionCall,
  LiveId,
  Publication,
} from "../../functions/contract.ts";
import { CallSupervisor } from "../../functions/executor/callSupervisor.ts";
import {
  executionResult,
  journalCursor,
  liveUpdate,
} from "../../functions/executor/executionResults.ts";
import type { LiveUpdate } from "../../functions/executor/executorMessages.ts";
import { GroupCommit } from "../../functions/executor/groupCommit.ts";
import {
  LiveQueries as ExecutedQueries,
  type LiveQuery,
} from "../../functions/executor/liveQueries.ts";
import {
  type Completed,
  TransactionRunner,
} from "../../functions/executor/transactionRunner.ts";
import { ANYONE } from "../../functions/callers.ts";
import { NO_CALL, Pulse } from "../../functions/pulse.ts";
import { execute, type Page, type Reading, TABLES } from "./readings.ts";

/** What is taken for the read set of a query: another one breaks the promise. */
export type ReadSetOf = (readSet: ReadSet) => ReadSet["intervals"];

export class WatchedDatabase {
  readonly database: Database = openTestDatabase({ tables: [...TABLES] });
  /** By reading, as text. */
  readonly executions = new Map<string, number>();
  readonly #readSetOf: ReadSetOf;
  readonly #supervisor: CallSupervisor;
  readonly #runner: TransactionRunner;
  readonly #live: ExecutedQueries;
  #listener: (publication: Publication) => void = () => undefined;
  #publishedTs = "0";

  constructor(readSetOf: ReadSetOf = ({ intervals }) => intervals) {
    this.#readSetOf = readSetOf;
    const { database } = this;
    const onFatal = (error: unknown) => {
      throw error;
    };
    const pulse = new Pulse();
    const groupCommit = new GroupCommit(database, pulse, {
      onDurable: (commits) => this.#live.onDurable(commits),
      onLost: onFatal,
      onFatal,
    });
    this.#supervisor = new CallSupervisor(pulse, {
      timeoutMs: 60_000,
      startsSerial: false,
    });
    const listener = { onCommitted: () => undefined, onFatal };
    this.#runner = new TransactionRunner(
      database,
      groupCommit,
      this.#supervisor,
      listener,
    );
    this.#live = new ExecutedQueries({
      database,
      groupCommit,
      execute: (live) => this.#execute(live),
      holdCommits: () => this.#runner.commits.close(),
      publish: (ts, updates) => this.#publish(ts.toString(), updates),
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
    this.#live.subscribe({ liveId, call, journal, fingerprint: null });
  }

  unsubscribe(liveId: LiveId): void {
    this.#live.unsubscribe(liveId);
  }

  /** Resolves when it is durable. */
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

  /** At once, and recorded nowhere. */
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
      makeRoot: () => makeRoot(live.journal),
      run: async (root, transaction) => {
        // As `callOf` has put it there.
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
    const update = liveUpdate(live, completed, result);
    const { transaction } = completed;
    const intervals = this.#readSetOf(transaction.readSet);
    const recorded = Object.create(transaction, {
      readSet: { value: { intervals } },
    }) as Transaction; // the same but for what it has read
    return { completed: { ...completed, transaction: recorded }, update };
  }

  #publish(ts: string, updates: readonly LiveUpdate[]): void {
    this.#publishedTs = ts;
    this.#listener({
      ts,
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

function makeRoot(journal: string | null): TransactionRoot {
  const options = { journal: journalCursor(journal) };
  return new TransactionRoot("request", ANYONE, 0, NO_CALL, options);
}
