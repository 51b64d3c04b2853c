/**
 * The host that convex/server expects in the global `Convex`, backed by the
 * deployment.
 */
import { makeFunctionReference } from "convex/server";
import type { Deployment } from "./deployment.ts";

type Answer =
  | { readonly resultText: string }
  | { readonly error: { readonly message: string; readonly data?: unknown } };

const read = makeFunctionReference<"query">("testHost:read");
const write = makeFunctionReference<"mutation">("testHost:write");

const READS = new Set(["collect", "1.0/get", "1.0/count", "1.0/queryPage"]);

interface Stream {
  readonly queryText: string;
  documents: Promise<unknown[]> | null;
  position: number;
}

/**
 * Performs each system call in its own transaction, because a test's `ctx` does
 * not belong to a function.
 */
export class RemoteHost {
  readonly #deployment: Deployment;
  readonly #streams = new Map<number, Stream>();
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
      const stream = { queryText: argsText, documents: null, position: 0 };
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
    const documents = JSON.parse(text) as { _id: string }[]; // the format of `collect`
    return documents.filter(({ _id }) => !this.#deployment.isOfBefore(_id));
  }

  async #perform(op: string, argsText: string): Promise<string> {
    const client = await this.#deployment.client();
    const request = { op, argsText };
    const text = (await (READS.has(op)
      ? client.query(read, request)
      : client.mutation(write, request, { skipQueue: true }))) as string;
    const answer = JSON.parse(text) as Answer; // the format of testHost.ts
    if ("resultText" in answer) return answer.resultText;
    const { message, data } = answer.error;
    throw Object.assign(new Error(message), data === undefined ? {} : { data });
  }
}

function queryIdOf(argsText: string): number {
  // convex/server passes back the result of `1.0/queryStream`.
  return (JSON.parse(argsText) as { queryId: number }).queryId;
}
