/** The host that convex/server finds as the global `Convex`, with the deployment behind it. */
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

/** Each system call is a transaction of its own: a test's `ctx` is no function's. */
export class RemoteHost {
  readonly #deployment: Deployment;
  readonly #streams = new Map<number, Stream>();
  #lastQueryId = 0;

  private constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /** From now on `ctx.db` and its siblings speak to this deployment. */
  static install(deployment: Deployment): void {
    Object.assign(globalThis, { Convex: new RemoteHost(deployment) });
  }

  /** Only what starts and ends the reading of a query can be done without asking. */
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
    throw new Error(`A test's own ctx cannot do ${op}.`);
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
    const documents = JSON.parse(text) as { _id: string }[]; // as `collect` has written it
    return documents.filter(({ _id }) => !this.#deployment.isOfBefore(_id));
  }

  async #perform(op: string, argsText: string): Promise<string> {
    const client = await this.#deployment.client();
    const request = { op, argsText };
    const text = (await (READS.has(op)
      ? client.query(read, request)
      : client.mutation(write, request, { skipQueue: true }))) as string;
    const answer = JSON.parse(text) as Answer; // as testHost.ts has written it
    if ("resultText" in answer) return answer.resultText;
    const { message, data } = answer.error;
    throw Object.assign(new Error(message), data === undefined ? {} : { data });
  }
}

function queryIdOf(argsText: string): number {
  // convex/server gives back what `1.0/queryStream` has answered.
  return (JSON.parse(argsText) as { queryId: number }).queryId;
}
