/** Actions as main sees them: which pool runs them, and what they ask of the server. */
import { ActionPool } from "../actions/actionPool.ts";
import type {
  ActionAnswer,
  ActionRequest,
  HttpActionResult,
  StoredBlob,
} from "../actions/actionMessages.ts";
import type {
  FileStore,
  FunctionCall,
  FunctionExecution,
  HttpActionRequest,
} from "../contract.ts";
import type {
  ExecutionResult,
  ScheduledActionRun,
} from "../executor/executorMessages.ts";
import type { ExecutorSupervisor, LoadedCode } from "./executorSupervisor.ts";

interface ActionSideOptions {
  readonly executor: ExecutorSupervisor;
  readonly files: FileStore;
  readonly timeoutMs: number;
  readonly memoryMib: number;
  readonly appRoot: string;
  readonly report: (execution: FunctionExecution | null) => void;
  readonly onStray: (message: string) => void;
}

export class ActionSide {
  readonly #options: ActionSideOptions;
  #pool = Promise.withResolvers<ActionPool>();
  #current: ActionPool | null = null;
  #lastId = 0;

  constructor(options: ActionSideOptions) {
    this.#options = options;
  }

  /** New actions run this code; running ones end with the code they began with. */
  use(code: LoadedCode): void {
    const { appRoot, timeoutMs, memoryMib, onStray } = this.#options;
    const retired = this.#current;
    this.#current = new ActionPool({
      data: { ...code, appRoot },
      timeoutMs,
      memoryMib,
      answer: (request) => this.#answer(request),
      onStray,
    });
    if (retired) this.#pool = Promise.withResolvers();
    this.#pool.resolve(this.#current);
    void retired?.retire();
  }

  async run(call: FunctionCall, requestId: string): Promise<ExecutionResult> {
    return await this.#run(call, requestId, null, false);
  }

  async runHttp(
    request: HttpActionRequest,
    requestId: string,
  ): Promise<HttpActionResult> {
    const pool = await this.#pool.promise;
    this.#lastId += 1;
    return await pool.run({
      type: "http",
      id: this.#lastId,
      requestId,
      request,
    });
  }

  /** The scheduler has noted, durably, that it runs; how it ends is told to whoever runs then. */
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

  async #answer(request: ActionRequest): Promise<ActionAnswer> {
    try {
      switch (request.kind) {
        case "query":
          return this.#told(
            await this.#options.executor.requests.ask({
              kind: "query",
              call: request.call,
              isTrusted: true,
            }),
          );
        case "mutation":
          return this.#told(
            await this.#options.executor.requests.ask({
              kind: "mutation",
              call: request.call,
              isTrusted: true,
              session: null,
            }),
          );
        case "syscall":
          return this.#told(await this.#options.executor.requests.ask(request));
        case "storeBlob":
          return { ok: true, value: await this.#storeBlob(request) };
        case "getBlob":
          return { ok: true, value: await this.#getBlob(request) };
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, error: { message } };
    }
  }

  #told(result: ExecutionResult): ActionAnswer {
    this.#options.report(result.execution);
    return result.ok ? { ok: true, value: result.valueJson } : result;
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

function isDigest(given: string, sha256Hex: string): boolean {
  const base64 = Buffer.from(sha256Hex, "hex").toString("base64");
  return given.toLowerCase() === sha256Hex || given === base64;
}
