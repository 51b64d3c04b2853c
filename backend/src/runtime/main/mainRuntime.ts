import type {
  ComponentPath,
  ImportedDocument,
  ImportPlan,
} from "../../database/contract.ts";
import { ANYONE, turnGroupOf } from "../contract/callers.ts";
import type {
  AuthProvider,
  Caller,
  Deployment,
  FileStore,
  FunctionCall,
  FunctionExecution,
  FunctionRuntime,
  HttpActionRequest,
  HttpActionResponse,
  LiveId,
  MutationOutcome,
  Outcome,
  Publication,
  RuntimeOptions,
  StoredFile,
  UploadTokenCheck,
} from "../contract/runtime.ts";
import type { ExecutionResult } from "../messages/executorMessages.ts";
import type {
  DatabaseCopy,
  ImportLosses,
  TransferReport,
  TransferRuntime,
} from "../contract/transfer.ts";
import { newRequestId } from "../contract/requestId.ts";
import { udfTypeOf } from "../contract/udfTypeOf.ts";
import { SerialQueue } from "../../queues/serialQueue.ts";
import { checkUploadToken } from "../worker/uploadTokens.ts";
import { ActionGateway } from "./actionGateway.ts";
import { ExecutorSupervisor, type LoadedCode } from "./executorSupervisor.ts";
import { HostReports } from "./hostReports.ts";
import { httpErrorResponse } from "./httpErrorResponse.ts";
import { linkPackages } from "./linkPackages.ts";
import { liveResultOf, outcomeOf } from "./outcomes.ts";
import { SharedPing } from "./sharedPing.ts";
import { StoredFileCache } from "./storedFileCache.ts";

type Environment = Readonly<Record<string, string>>;

/** Enough for 600,000 vectors of 1,536 dimensions. */
const DEFAULT_VECTOR_MEMORY_MIB = 1024;

/**
 * Implements the runtime on the main thread: passes calls to the executor and
 * the action workers, and reports publications and executions to listeners.
 * Call `boot` before anything else.
 */
export class MainRuntime implements FunctionRuntime, TransferRuntime {
  readonly #options: RuntimeOptions;
  readonly #reports: HostReports;
  readonly #executor: ExecutorSupervisor;
  readonly #actions: ActionGateway;
  readonly #files = new StoredFileCache();
  readonly #pings = new SharedPing(() =>
    this.#executor.requests.ask({ kind: "ping" }),
  );
  readonly #publicationListeners: ((publication: Publication) => void)[] = [];
  readonly #executionListeners: ((execution: FunctionExecution) => void)[] = [];
  #deployment: Deployment | null = null;
  #environment: Environment = {};
  #publishedTs = "0";
  #uploadSecret = "";
  /** Serialises changes of code and environment. */
  readonly #changes = new SerialQueue();

  constructor(options: RuntimeOptions, files: FileStore) {
    this.#options = options;
    const reports = new HostReports(options);
    this.#reports = reports;
    const onStray = (message: string) => reports.tell(message);
    const onStuck = (message: string) => reports.stuck(message);
    const { dataDir, cloudUrl, functionTimeoutMs, functionMemoryMib } = options;
    const data = {
      dataDir,
      cloudUrl,
      fileUrl: options.fileUrl ?? cloudUrl,
      functionTimeoutMs,
      functionMemoryMib,
      vectorMemoryMib: options.vectorMemoryMib ?? DEFAULT_VECTOR_MEMORY_MIB,
      maxDatabaseBytes: options.maxDatabaseBytes,
      systemQueriesModule: options.systemQueriesModule,
    };
    this.#executor = new ExecutorSupervisor(data, {
      onPublication: (ts, { updates, behind, current }) => {
        this.#publish({
          ...{ ts, behind, current },
          updates: updates.map((update) => ({
            liveId: update.liveId,
            result: this.#liveResult(update),
          })),
        });
        for (const { result } of updates) this.#report(result.execution);
      },
      onExecutions: (executions) => {
        for (const execution of executions) this.#report(execution);
      },
      onAction: (run) => void this.#actions.runScheduled(run),
      onRemovedFiles: (uuids) => {
        this.#files.remove(uuids);
        files.remove(uuids).catch((error: unknown) => onStray(String(error)));
      },
      onStray,
      onFatal: (message) => reports.fatal(message),
      onStuck,
    });
    this.#actions = new ActionGateway({
      executor: this.#executor,
      files,
      timeoutMs: options.actionTimeoutMs,
      memoryMib: functionMemoryMib,
      appRoot: options.appRoot,
      report: (execution) => this.#report(execution),
      onStray,
      onStuck,
    });
  }

  async boot(): Promise<void> {
    const opened = await this.#executor.boot(({ deployment, environment }) =>
      this.#code(deployment, environment),
    );
    await linkPackages(opened.deployment, this.#options.appRoot);
    this.#deployment = opened.deployment;
    this.#environment = opened.environment;
    this.#publishedTs = opened.ts;
    this.#uploadSecret = opened.uploadSecret;
    this.#actions.use(this.#code(opened.deployment, opened.environment));
  }

  async runQuery(call: FunctionCall): Promise<Outcome> {
    const result = await this.#executor.requests.ask({
      kind: "query",
      call,
      isTrusted: false,
    });
    return this.#outcome(result, call);
  }

  async runInlineQuery(source: string, call: FunctionCall): Promise<Outcome> {
    const result = await this.#executor.requests.ask({
      kind: "inlineQuery",
      call,
      source,
    });
    return this.#outcome(result, call);
  }

  async runMutation(
    call: FunctionCall,
    session?: { sessionId: string; requestId: number },
  ): Promise<MutationOutcome> {
    const result = await this.#executor.requests.ask({
      kind: "mutation",
      call,
      isTrusted: false,
      session: session ?? null,
    });
    return { ...this.#outcome(result, call), ts: result.ts };
  }

  async runAction(call: FunctionCall): Promise<Outcome> {
    const result = await this.#actions.run(call, newRequestId());
    return this.#outcome(result, call);
  }

  async runAny(call: FunctionCall): Promise<Outcome> {
    switch (udfTypeOf(this.#deployment, call)) {
      case "Mutation":
        return await this.runMutation(call);
      case "Action":
        return await this.runAction(call);
      default:
        return await this.runQuery(call);
    }
  }

  async runHttpAction(
    request: HttpActionRequest,
    departure?: AbortSignal,
  ): Promise<HttpActionResponse> {
    const { response, ended } = await this.#actions.runHttp(
      request,
      newRequestId(),
      departure,
    );
    void ended.then(({ execution }) => this.#report(execution));
    if (response) return response;
    const result = await ended;
    const { isProduction } = this.#options;
    const outcome = outcomeOf(result, request.caller, isProduction);
    return httpErrorResponse(outcome);
  }

  subscribe(
    liveId: LiveId,
    call: FunctionCall,
    journal: string | null,
    address = "",
  ): void {
    const turnGroups = [turnGroupOf({ ...call.caller, ip: address })];
    const fingerprint = null;
    this.#executor.subscribe({
      ...{ liveId, call, turnGroups, journal, fingerprint },
    });
  }

  share(liveId: LiveId, caller: Caller, address: string): void {
    this.#executor.share(liveId, turnGroupOf({ ...caller, ip: address }));
  }

  unsubscribe(liveId: LiveId): void {
    this.#executor.unsubscribe(liveId);
  }

  ping(): Promise<void> {
    return this.#pings.ping();
  }

  onPublication(listener: (publication: Publication) => void): void {
    this.#publicationListeners.push(listener);
  }

  get publishedTs(): string {
    return this.#publishedTs;
  }

  get answeredTs(): bigint {
    return this.#executor.requests.answeredTs;
  }

  onExecution(listener: (execution: FunctionExecution) => void): void {
    this.#executionListeners.push(listener);
  }

  async findSchemaViolations(
    deployment: Deployment,
  ): Promise<{ component: string; table: string; message: string }[]> {
    return await this.#executor.requests.ask({
      kind: "violations",
      deployment,
    });
  }

  activate(deployment: Deployment): Promise<void> {
    return this.#changes.run(async () => {
      const code = this.#code(deployment, this.#environment);
      const options = { activate: true };
      const stateful = await this.#executor.replace(code, options);
      if (stateful.length > 0) this.#reports.state(stateful);
      this.#deployment = deployment;
      this.#actions.use(code);
    });
  }

  get deployment(): Deployment | null {
    return this.#deployment;
  }

  get environment(): Environment {
    return this.#environment;
  }

  updateEnvironment(
    changes: readonly { name: string; value: string | null }[],
  ): Promise<void> {
    return this.#changes.run(async () => {
      this.#environment = await this.#executor.requests.ask({
        kind: "setEnvironment",
        changes,
      });
      const code = this.#code(this.#deployment, this.#environment);
      await this.#executor.replace(code, { activate: false });
      this.#actions.use(code);
    });
  }

  setAuthProviders(authProviders: readonly AuthProvider[]): Promise<void> {
    return this.#changes.run(async () => {
      if (this.#deployment === null) return;
      const deployment = { ...this.#deployment, authProviders };
      await this.#executor.requests.ask({
        kind: "storeDeployment",
        deployment,
      });
      this.#deployment = deployment;
    });
  }

  async registerFile(
    component: ComponentPath,
    file: Omit<StoredFile, "storageId">,
    uploadToken: string | null,
  ): Promise<{ storageId: string }> {
    return await this.#executor.requests.ask({
      kind: "registerFile",
      component,
      file,
      uploadToken,
    });
  }

  checkUploadToken(token: string): UploadTokenCheck {
    return checkUploadToken(this.#uploadSecret, token, Date.now());
  }

  findFileByUuid(uuid: string): Promise<StoredFile | null> {
    return this.#files.find(uuid, () =>
      this.#executor.requests.ask({ kind: "findFileByUuid", uuid }),
    );
  }

  async fileUuids(): Promise<string[]> {
    return await this.#executor.requests.ask({ kind: "fileUuids" });
  }

  async copyDatabase(file: string): Promise<DatabaseCopy> {
    return await this.#executor.requests.ask({ kind: "copyDatabase", file });
  }

  async beginImport(plan: ImportPlan): Promise<ImportLosses> {
    return await this.#executor.requests.ask({ kind: "beginImport", plan });
  }

  async addToImport(
    table: number,
    documents: readonly ImportedDocument[],
  ): Promise<void> {
    await this.#executor.requests.ask({
      kind: "addToImport",
      table,
      documents,
    });
  }

  finishImport(): Promise<void> {
    return this.#changes.run(async () => {
      const adopt = await this.#executor.requests.ask({ kind: "endImport" });
      const code = this.#code(this.#deployment, this.#environment);
      await this.#executor.replace(code, { activate: false, adopt });
      this.#files.clear();
    });
  }

  async abandonImport(): Promise<void> {
    await this.#executor.requests.ask({ kind: "abandonImport" });
  }

  async reportTransfer(report: TransferReport): Promise<void> {
    await this.#executor.requests.ask({ kind: "reportTransfer", report });
  }

  async endTransfers(reason: string): Promise<void> {
    await this.#executor.requests.ask({ kind: "endTransfers", reason });
  }

  async close(): Promise<void> {
    await this.#changes.drain();
    await this.#actions.close();
    await this.#executor.close();
  }

  #code(deployment: Deployment | null, own: Environment): LoadedCode {
    const { cloudUrl, siteUrl } = this.#options;
    const environment = {
      ...own,
      CONVEX_CLOUD_URL: cloudUrl,
      CONVEX_SITE_URL: siteUrl,
    };
    return { deployment, environment };
  }

  #outcome(result: ExecutionResult, { caller }: FunctionCall): Outcome {
    this.#report(result.execution);
    return outcomeOf(result, caller, this.#options.isProduction);
  }

  #liveResult(update: Parameters<typeof liveResultOf>[0]) {
    const caller = this.#executor.callOfLive(update.liveId)?.caller ?? ANYONE;
    return liveResultOf(update, caller, this.#options.isProduction);
  }

  #publish(publication: Publication): void {
    this.#publishedTs = publication.ts;
    for (const listener of this.#publicationListeners) listener(publication);
  }

  #report(execution: FunctionExecution | null): void {
    if (execution === null) return;
    for (const listener of this.#executionListeners) listener(execution);
  }
}
