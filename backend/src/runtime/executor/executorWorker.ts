/**
 * Entry of the executor's thread. One table maps each request of the main
 * thread to its handler.
 */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Database } from "../../database/contract.ts";
import { openDatabase } from "../../database/openDatabase.ts";
import { openRefusal } from "../../storage/openRefusal.ts";
import { DATABASE_FILE } from "../../storage/sqlite.ts";
import { StartRefusal } from "../../storage/startRefusal.ts";
import { currentTransactionCall, isRunning } from "../worker/callContext.ts";
import { Arrivals } from "../../queues/arrivals.ts";
import { turnGroupOf } from "../contract/callers.ts";
import { ComponentEnvironments } from "../worker/componentEnvironment.ts";
import type { Caller, Deployment, SystemQueries } from "../contract/runtime.ts";
import type { ConvexHost } from "../worker/convexHost.ts";
import {
  readDeployment,
  readEnvironment,
  writeDeployment,
  writeEnvironment,
} from "./records/deploymentSettings.ts";
import { restHeap } from "../worker/heapAtRest.ts";
import { queueKeyDerivations } from "../worker/keyDerivations.ts";
import { ModuleRegistry } from "../worker/moduleRegistry.ts";
import { movedDeployment } from "./movedDeployment.ts";
import { type CallTag, Heartbeat, NO_CALL } from "../worker/heartbeat.ts";
import { UnansweredCommits } from "../worker/unansweredCommits.ts";
import { hardenEngineRealm } from "../realms/engineRealm.ts";
import { TransactionFunctions } from "./transactions/transactionFunctions.ts";
import { transactionRealm } from "./transactions/transactionRealm.ts";
import { findFile } from "./records/storedFiles.ts";
import { nestedSyscalls } from "./syscalls/nested.ts";
import { schedulingSyscalls } from "./syscalls/scheduling.ts";
import { storageSyscalls } from "./syscalls/storage.ts";
import { transactionHost } from "./syscalls/transactionHost.ts";
import { endTransfers, writeTransfer } from "./records/transferRows.ts";
import { loadUploadSecret } from "../worker/uploadTokens.ts";
import { reportStrayErrors, setEnvironment } from "../worker/workerGlobals.ts";
import { CallSupervisor } from "./transactions/callSupervisor.ts";
import {
  activateSchemas,
  changeTransfers,
  findFileByUuid,
  listFileUuids,
  registerFile,
  runSyscall,
  schemasOf,
} from "./engineRequests.ts";
import { Executor, type RequestOf } from "./executor.ts";
import { ImportRequests, removeLeftovers } from "./importRequests.ts";
import type {
  ExecutorReplies,
  ExecutorRequest,
  ExecutorWorkerData,
  FromExecutor,
  OpenedDatabase,
  ToExecutor,
} from "../messages/executorMessages.ts";
import { steadyMs } from "../messages/steadyMs.ts";
import { errorText } from "../../log/errorText.ts";

/**
 * For this long, calls begin one after another; then their commits are flushed
 * and answered.
 */
const SLICE_MS = 8;

// The main thread passes these when it starts the worker.
const options = workerData as ExecutorWorkerData;
const heartbeat = new Heartbeat(options.heartbeat);
const unanswered = new UnansweredCommits(options.unanswered);
const supervisor = new CallSupervisor(heartbeat, {
  timeoutMs: options.functionTimeoutMs,
  startsSerial: options.startsSerial,
});

let functions: TransactionFunctions | null = null;
let database: Database | null = null;
let uploadSecret = "";
let running: { executor: Executor; host: ConvexHost } | null = null;
let imports = new ImportRequests(null, heartbeat);
let opening: Pick<RequestOf<"open">, "runningJobs" | "endedJob"> | null = null;

const arrivals = new Arrivals(SLICE_MS);
let answers: FromExecutor[] = [];

/** Posts at once, because the function that runs next may block the thread. */
function post(message: FromExecutor): void {
  answers.push(message);
  postAll();
}

/** Collects the answers of one group commit, which come in a row, into one message. */
function postAnswer(message: FromExecutor): void {
  answers.push(message);
  if (answers.length > 1) return;
  queueMicrotask(() => {
    if (answers.length > 0) postAll();
  });
}

function postAll(): void {
  parentPort?.postMessage(answers);
  for (const message of answers) {
    if ("id" in message) unanswered.remove(message.id);
  }
  answers = [];
}

function fatal(error: unknown, culprit = NO_CALL): void {
  const text =
    error instanceof Error ? (error.stack ?? error.message) : String(error);
  post({ type: "fatal", message: text, culprit });
}

const requests: {
  [K in ExecutorRequest["kind"]]: (
    request: RequestOf<K>,
    tag: CallTag,
    sentAtMs: number,
  ) => ExecutorReplies[K] | Promise<ExecutorReplies[K]>;
} = {
  load: async ({ deployment, environment }) => {
    setEnvironment(environment);
    functions = deployment && (await loadFunctions(deployment, environment));
    return functions?.statefulModules() ?? [];
  },
  open: (request) => open(request),
  start: async ({ subscriptions }) => {
    running = await startExecutor();
    const jobs = opening ?? { runningJobs: [], endedJob: null };
    await running.executor.start(subscriptions, jobs);
    void removeLeftovers(() => database, heartbeat, post);
    return null;
  },
  query: (request, tag) => executor().query(request, tag),
  inlineQuery: (request, tag) => executor().inlineQuery(request, tag),
  mutation: (request, tag, sentAtMs) =>
    executor().mutation(request, tag, steadyMs() - sentAtMs),
  syscall: (request, tag) => {
    const { executor, host } = requireRunning();
    return runSyscall(executor, host, request, tag);
  },
  vectorSearch: (request) => executor().vectorSearch(request),
  finishJob: async ({ rowId, error }) => {
    await executor().scheduler.finish(rowId, error);
    return null;
  },
  registerFile: (request, tag) =>
    registerFile(executor(), uploadSecret, request, tag),
  findFileByUuid: ({ uuid }) => findFileByUuid(executor(), components(), uuid),
  findFileById: ({ component, storageId }) =>
    executor().read((tx) => findFile(tx, component, "storageId", storageId)),
  fileUuids: () => listFileUuids(executor(), requireDatabase().components()),
  violations: ({ deployment }) =>
    heartbeat.busy(() => requireDatabase().violations(schemasOf(deployment))),
  setEnvironment: ({ changes }) => {
    writeEnvironment(requireDatabase(), changes);
    return readEnvironment(requireDatabase());
  },
  storeDeployment: ({ deployment }) => {
    writeDeployment(requireDatabase(), deployment);
    return null;
  },
  copyDatabase: async ({ file }) => ({
    ts: await requireDatabase().copyTo(file),
  }),
  beginImport: ({ plan }) => imports.begin(plan),
  addToImport: ({ table, documents }) => imports.add(table, documents),
  endImport: () => imports.end(),
  abandonImport: () => {
    imports.abandon();
    void removeLeftovers(() => database, heartbeat, post);
    return null;
  },
  reportTransfer: ({ report }, tag) =>
    changeTransfers(executor(), tag, (tx) => writeTransfer(tx, report)),
  endTransfers: ({ reason }, tag) =>
    changeTransfers(executor(), tag, (tx) => endTransfers(tx, reason)),
  ping: () => {
    executor();
    return null;
  },
  close: async () => {
    await running?.executor.quiesce();
    running = null;
    database?.close();
    database = null;
    supervisor.close();
    return null;
  },
};

function loadFunctions(
  deployment: Deployment,
  environment: Readonly<Record<string, string>>,
): Promise<TransactionFunctions> {
  const environments = new ComponentEnvironments(deployment, environment);
  return TransactionFunctions.load({
    registry: new ModuleRegistry(deployment),
    given: transactionRealm(environments, lateHost, deployment.root),
    busy: (work) => heartbeat.busy(work),
  });
}

/**
 * Forwards to the host of the running executor: modules load before the
 * database is open.
 */
const lateHost: ConvexHost = {
  syscall: (op, args) => requireHost().syscall(op, args),
  asyncSyscall: (op, args) => requireHost().asyncSyscall(op, args),
  jsSyscall: (op, args) => requireHost().jsSyscall(op, args),
};

function requireHost(): ConvexHost {
  if (running === null) {
    throw new Error(
      "Convex functions cannot be called while a module is loading.",
    );
  }
  return running.host;
}

function open(request: RequestOf<"open">): OpenedDatabase {
  const path = join(options.dataDir, DATABASE_FILE);
  try {
    return openAt(path, request);
  } catch (error) {
    throw openRefusal(error, path);
  }
}

function openAt(path: string, request: RequestOf<"open">): OpenedDatabase {
  opening = request;
  const opened = heartbeat.busy(() =>
    openDatabase({
      path,
      maxSizeBytes: options.maxDatabaseBytes,
      ...(request.adopt && { adopt: request.adopt }),
    }),
  );
  database = opened;
  imports = new ImportRequests(opened, heartbeat);
  if (request.activate) {
    activateSchemas(opened, heartbeat, request.activate);
    writeDeployment(opened, request.activate);
  }
  uploadSecret = loadUploadSecret(opened);
  const deployment = readDeployment(opened);
  return {
    deployment: deployment && movedDeployment(deployment, options.dataDir),
    environment: readEnvironment(opened),
    uploadSecret,
    ts: opened.lastTs.toString(),
  };
}

async function startExecutor(): Promise<NonNullable<typeof running>> {
  const opened = requireDatabase();
  const executor = new Executor({
    database: opened,
    functions,
    systemQueries: await loadSystemQueries(),
    heartbeat,
    supervisor,
    unanswered,
    vectorMemoryMib: options.vectorMemoryMib,
    post,
    onFatal: fatal,
  });
  const host = transactionHost(
    {
      ...(functions && nestedSyscalls(functions, opened)),
      ...(functions && schedulingSyscalls(functions.registry)),
      ...storageSyscalls({ ...options, uploadSecret }),
    },
    ({ root }) => heartbeat.mark(root.tag),
  );
  return { executor, host };
}

async function loadSystemQueries(): Promise<SystemQueries> {
  const loaded: unknown = await import(options.systemQueriesModule);
  // The module's contract guarantees this export.
  return (loaded as { systemQueries: SystemQueries }).systemQueries;
}

function requireDatabase(): Database {
  if (database === null) throw new Error("The database is not open.");
  return database;
}

function requireRunning(): NonNullable<typeof running> {
  if (running === null) throw new Error("The executor is not running.");
  return running;
}

function executor(): Executor {
  return requireRunning().executor;
}

function components(): string[] {
  const deployed: Deployment["components"] =
    functions?.registry.deployment.components ?? [];
  return [...new Set(["", ...deployed.map(({ path }) => path)])];
}

type Request = Extract<ToExecutor, { type: "request" }>;

async function answer({ id, request, sentAtMs }: Request): Promise<void> {
  try {
    // Each entry of the table takes requests of its own kind.
    const handle = requests[request.kind] as (
      request: ExecutorRequest,
      tag: CallTag,
      sentAtMs: number,
    ) => unknown;
    const value = await handle(request, { kind: "request", id }, sentAtMs);
    postAnswer({ type: "reply", id, value });
  } catch (error) {
    const message = errorText(error);
    const isRefusal = error instanceof StartRefusal;
    postAnswer({ type: "failure", id, message, isRefusal });
  }
}

/** Function calls take turns by caller; the engine's own requests begin at once. */
function begin(message: Request): void {
  const start = () => void answer(message);
  const caller = callerOf(message.request);
  if (caller === null) start();
  else arrivals.add(turnGroupOf(caller), start);
}

function callerOf(request: ExecutorRequest): Caller | null {
  if ("call" in request) return request.call.caller;
  return request.kind === "syscall" ? request.caller : null;
}

/**
 * Makes the running function fail with the error. Returns false if the function
 * whose promise was rejected has ended.
 */
function failFunction(error: unknown): boolean {
  const call = currentTransactionCall.getStore();
  if (!call || !isRunning(call)) return false;
  call.unhandled ??= { error };
  return true;
}

function receive(message: ToExecutor): void {
  switch (message.type) {
    case "request":
      begin(message);
      return;
    case "subscribe":
      executor().subscribe(message.subscription);
      return;
    case "share":
      running?.executor.share(message.liveId, message.turnGroups);
      return;
    case "unsubscribe":
      running?.executor.unsubscribe(message.liveId);
      return;
    default:
      message satisfies never;
  }
}

queueKeyDerivations(() => currentTransactionCall.getStore()?.root);
restHeap();
hardenEngineRealm();
reportStrayErrors((message) => post({ type: "stray", message }), failFunction);
parentPort?.on("message", receive);
