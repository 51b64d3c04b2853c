/**
 * The host that convex/server expects in the global `Convex`, backed by the
 * deployment.
 */
// Imported, because tests replace the global `setImmediate` with a clock of their own.
import { setImmediate } from "node:timers";
import { makeFunctionReference } from "convex/server";
import type { Deployment } from "./deployment.ts";

type Answer =
  | { readonly resultText: string }
  | { readonly error: { readonly message: string; readonly data?: unknown } };

type Requests = { requests: { op: string; argsText: string }[] };
const read = makeFunctionReference<"query", Requests, string[]>(
  "testHost:read",
);
const write = makeFunctionReference<"mutation", Requests, string[]>(
  "testHost:write",
);

const JOBS = "_scheduled_functions";
const READS = new Set(["collect", "1.0/get", "1.0/count", "1.0/queryPage"]);

interface Stream {
  readonly queryText: string;
  documents: Promise<unknown[]> | null;
  position: number;
}

interface Call {
  readonly op: string;
  readonly argsText: string;
  readonly resolve: (resultText: string) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Performs the system calls of a test. Calls that are made at once share a
 * request and a transaction; those that wait for each other do not, because a
 * test's `ctx` does not belong to a function.
 */
export class RemoteHost {
  readonly #deployment: Deployment;
  readonly #streams = new Map<number, Stream>();
  #calls: Call[] = [];
  #lastQueryId = 0;

  private constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /** Makes `ctx.db` and other APIs use this deployment from now on. */
  static install(deployment: Deployment): void {
    Object.assign(globalThis, { Convex: new RemoteHost(deployment) });
  }

  /** Only starting and ending a query work synchronously, without a request. */
  syscall(op: string, argsText: string): string {
    if (op === "1.0/queryStream") {
      const queryId = ++this.#lastQueryId;
      const queryText = sinceOwnJobs(argsText, this.#deployment.since);
      const stream = { queryText, documents: null, position: 0 };
      this.#streams.set(queryId, stream);
      return JSON.stringify({ queryId });
    }
    if (op === "1.0/queryCleanup") {
      this.#streams.delete(queryIdOf(argsText));
      return "true";
    }
    throw new Error(`The ctx of a test does not support ${op}.`);
  }

  async asyncSyscall(op: string, argsText: string): Promise<string> {
    return op === "1.0/queryStreamNext"
      ? await this.#next(queryIdOf(argsText))
      : await this.#perform(op, argsText);
  }

  async #next(queryId: number): Promise<string> {
    const stream = this.#streams.get(queryId);
    if (!stream) throw new Error("The query has ended.");
    stream.documents ??= this.#collect(stream.queryText);
    const documents = await stream.documents;
    const done = stream.position >= documents.length;
    const value = done ? null : documents[stream.position++];
    return JSON.stringify({ value, done });
  }

  async #collect(queryText: string): Promise<unknown[]> {
    const text = await this.#perform("collect", queryText);
    return JSON.parse(text) as unknown[]; // the format of `collect`
  }

  #perform(op: string, argsText: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#calls.push({ op, argsText, resolve, reject });
      if (this.#calls.length === 1) setImmediate(() => void this.#send());
    });
  }

  async #send(): Promise<void> {
    const calls = this.#calls;
    this.#calls = [];
    try {
      const texts = await this.#ask(calls);
      for (const [at, call] of calls.entries()) settle(call, texts[at] ?? "");
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  async #ask(calls: readonly Call[]): Promise<string[]> {
    const client = await this.#deployment.client();
    const requests = calls.map(({ op, argsText }) => ({ op, argsText }));
    return requests.every(({ op }) => READS.has(op))
      ? await client.query(read, { requests })
      : await client.mutation(write, { requests }, { skipQueue: true });
  }
}

/** Answers a call with a text in the format of testHost.ts. */
function settle({ resolve, reject }: Call, text: string): void {
  const answer = JSON.parse(text) as Answer;
  if ("resultText" in answer) {
    resolve(answer.resultText);
    return;
  }
  const { message, data } = answer.error;
  reject(Object.assign(new Error(message), data === undefined ? {} : { data }));
}

/** Makes a query of jobs skip the jobs of earlier tests, which nothing can delete. */
function sinceOwnJobs(argsText: string, since: number): string {
  // convex/server writes it.
  const { query, ...rest } = JSON.parse(argsText) as {
    query: { source: { type: string; tableName: string; order: unknown } };
  };
  const { type, tableName, order } = query.source;
  if (type !== "FullTableScan" || tableName !== JOBS) return argsText;
  const source = {
    ...{ type: "IndexRange", indexName: `${JOBS}.by_creation_time`, order },
    range: [{ type: "Gt", fieldPath: "_creationTime", value: since }],
  };
  return JSON.stringify({ ...rest, query: { ...query, source } });
}

function queryIdOf(argsText: string): number {
  // convex/server passes back the result of `1.0/queryStream`.
  return (JSON.parse(argsText) as { queryId: number }).queryId;
}
