/**
 * Actions on the main thread: picks the pool that runs them and answers their
 * requests to the server.
 */
import { ActionPool } from "./actionPool.ts";
import { AskedQueries } from "./askedQueries.ts";
import type {
  ActionAnswer,
  ActionRequest,
  StoredBlob,
} from "../messages/actionMessages.ts";
import type {
  Caller,
  FileStore,
  FunctionCall,
  FunctionExecution,
  HttpActionRequest,
  HttpActionResponse,
} from "../contract/runtime.ts";
import type {
  ExecutionResult,
  ScheduledActionRun,
} from "../messages/executorMessages.ts";
import type { ExecutorSupervisor, LoadedCode } from "./executorSupervisor.ts";
import { errorText } from "../../log/errorText.ts";

interface StartedHttpAction {
  /** Null if the action failed before it responded. */
  readonly response: HttpActionResponse | null;
  readonly ended: Promise<ExecutionResult>;
}

interface ActionGatewayOptions {
  readonly executor: ExecutorSupervisor;
  readonly files: FileStore;
  readonly timeoutMs: number;
  readonly memoryMib: number;
  readonly appRoot: string;
  readonly report: (execution: FunctionExecution | null) => void;
  readonly onStray: (message: string) => void;
  readonly onStuck: (message: string) => void;
}

export class ActionGateway {
  readonly #options: ActionGatewayOptions;
  #pool = Promise.withResolvers<ActionPool>();
  #current: ActionPool | null = null;
  #lastId = 0;
  /** The queries that each running HTTP action has asked, by the run's id. */
  readonly #asked = new Map<number, AskedQueries>();

  constructor(options: ActionGatewayOptions) {
    this.#options = options;
  }

  /**
   * Makes new actions run this code; running ones finish with the code they
   * started with.
   */
  use(code: LoadedCode): void {
    const { appRoot, timeoutMs, memoryMib, onStray, onStuck } = this.#options;
    const retired = this.#current;
    this.#current = new ActionPool({
      data: { ...code, appRoot },
      timeoutMs,
      memoryMib,
      answer: (request, runId) => this.#answer(request, runId),
      onStray,
      onStuck,
    });
    if (retired) this.#pool = Promise.withResolvers();
    this.#pool.resolve(this.#current);
    void retired?.retire();
  }

  async run(call: FunctionCall, requestId: string): Promise<ExecutionResult> {
    return await this.#run(call, requestId, null, false);
  }

  /**
   * Resolves with the head if the response is streamed, otherwise when the
   * action has ended.
   */
  async runHttp(
    request: HttpActionRequest,
    requestId: string,
    departure?: AbortSignal,
  ): Promise<StartedHttpAction> {
    const pool = await this.#pool.promise;
    this.#lastId += 1;
    const head = Promise.withResolvers<HttpActionResponse>();
    const id = this.#lastId;
    const run = { type: "http", id, requestId, request } as const;
    const asked = new AskedQueries();
    if (!mayBeShared(request)) asked.spoil();
    this.#asked.set(id, asked);
    const done = pool.run(run, head.resolve, departure);
    void done.finally(() => this.#asked.delete(id));
    const ended = done.then(({ result }) => result);
    const holds = (caller: Caller) =>
      asked.answerTheSame(caller, (call) => this.#query(call));
    const whole = done.then(({ response }) =>
      response && asked.isLasting ? { ...response, holds } : response,
    );
    return { response: await Promise.race([head.promise, whole]), ended };
  }

  /**
   * Runs an action that is already marked as running on disk. Reports its
   * outcome to whichever executor is current when it ends.
   */
  async runScheduled({
    rowId,
    jobId,
    call,
  }: ScheduledActionRun): Promise<void> {
    const result = await this.#run(call, rowId, jobId, true);
    this.#options.report(result.execution);
    const error = result.ok ? null : result.error.message;
    await this.#options.executor
      .finishAction(rowId, error)
      .catch((failure: unknown) => this.#options.onStray(String(failure)));
  }

  async close(): Promise<void> {
    await this.#current?.close();
  }

  async #run(
    call: FunctionCall,
    requestId: string,
    scheduledFunctionId: string | null,
    isTrusted: boolean,
  ): Promise<ExecutionResult> {
    const pool = await this.#pool.promise;
    this.#lastId += 1;
    const { result } = await pool.run({
      type: "run",
      id: this.#lastId,
      requestId,
      call,
      isTrusted,
      scheduledFunctionId,
    });
    return result;
  }

  async #query(call: FunctionCall): Promise<ExecutionResult> {
    const { executor, report } = this.#options;
    const asked = { kind: "query", call, isTrusted: true } as const;
    const result = await executor.requests.ask(asked);
    report(result.execution);
    return result;
  }

  async #answer(request: ActionRequest, runId: number): Promise<ActionAnswer> {
    const asked = this.#asked.get(runId);
    if (request.kind !== "query") asked?.spoil();
    try {
      switch (request.kind) {
        case "query": {
          const result = await this.#query(request.call);
          asked?.note(request.call, result);
          return answerOf(result);
        }
        case "mutation":
          return this.#answerWith(
            await this.#options.executor.requests.ask({
              kind: "mutation",
              call: request.call,
              isTrusted: true,
              session: null,
            }),
          );
        case "syscall":
          return this.#answerWith(
            await this.#options.executor.requests.ask(request),
          );
        case "vectorSearch":
          return {
            ok: true,
            value: await this.#options.executor.requests.ask(request),
          };
        case "storeBlob":
          return { ok: true, value: await this.#storeBlob(request) };
        case "getBlob":
          return { ok: true, value: await this.#getBlob(request) };
      }
    } catch (error) {
      return { ok: false, error: { message: errorText(error) } };
    }
  }

  #answerWith(result: ExecutionResult): ActionAnswer {
    this.#options.report(result.execution);
    return answerOf(result);
  }

  async #storeBlob({
    component,
    bytes,
    contentType,
    sha256,
  }: Extract<ActionRequest, { kind: "storeBlob" }>): Promise<string> {
    const { executor, files } = this.#options;
    const written = await files.write(bytes);
    if (sha256 !== null && !isDigest(sha256, written.sha256Hex)) {
      await files.remove([written.uuid]);
      throw new Error("The sha256 given to store() is not that of the blob.");
    }
    const { storageId } = await executor.requests.ask({
      kind: "registerFile",
      component,
      file: { ...written, contentType },
      uploadToken: null,
    });
    return storageId;
  }

  async #getBlob({
    component,
    storageId,
  }: Extract<ActionRequest, { kind: "getBlob" }>): Promise<StoredBlob | null> {
    const { executor, files } = this.#options;
    const file = await executor.requests.ask({
      kind: "findFileById",
      component,
      storageId,
    });
    const bytes = file && (await files.read(file.uuid));
    return file && bytes && { bytes, contentType: file.contentType };
  }
}

const mayBeShared = ({ method }: HttpActionRequest): boolean =>
  method === "GET" || method === "HEAD";

const answerOf = (result: ExecutionResult): ActionAnswer =>
  result.ok ? { ok: true, value: result.valueJson } : result;

function isDigest(given: string, sha256Hex: string): boolean {
  const base64 = Buffer.from(sha256Hex, "hex").toString("base64");
  return given.toLowerCase() === sha256Hex || given === base64;
}
