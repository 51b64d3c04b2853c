/** Entry of the executor's thread: answers main's messages, one table for all requests. */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Database } from "../../database/contract.ts";
import { openDatabase } from "../../database/openDatabase.ts";
import { currentTransactionCall } from "../callContext.ts";
import { installComponentEnvironments } from "../componentEnvironment.ts";
import { captureConsole } from "../consoleCapture.ts";
import type { Deployment, SystemQueries } from "../contract.ts";
import {
  readDeployment,
  readEnvironment,
  writeDeployment,
  writeEnvironment,
} from "../deploymentSettings.ts";
import { ModuleRegistry } from "../moduleRegistry.ts";
import { movedDeployment } from "../movedDeployment.ts";
import { type CallTag, Pulse } from "../pulse.ts";
import { findFile } from "../storedFiles.ts";
import { nestedSyscalls } from "../syscalls/nested.ts";
import { schedulingSyscalls } from "../syscalls/scheduling.ts";
import { storageSyscalls } from "../syscalls/storage.ts";
import { transactionHost } from "../syscalls/transactionHost.ts";
import { endTransfers, writeTransfer } from "../transferRows.ts";
import { loadUploadSecret } from "../uploadTokens.ts";
import {
  type ConvexHost,
  engineWork,
  freezeClock,
  installHost,
  refuseSideEffects,
  reportStrayErrors,
  setEnvironment,
} from "../workerGlobals.ts";
import { CallSupervisor } from "./callSupervisor.ts";
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
} from "./executorMessages.ts";

// Main starts this file with these.
const options = workerData as ExecutorWorkerData;
const pulse = new Pulse(options.pulse);
const supervisor = new CallSupervisor(pulse, {
  timeoutMs: options.functionTimeoutMs,
  startsSerial: options.startsSerial,
});

let registry: ModuleRegistry | null = null;
let database: Database | null = null;
let uploadSecret = "";
let running: { executor: Executor; host: ConvexHost } | null = null;
let imports = new ImportRequests(null, pulse);
let opening: Pick<RequestOf<"open">, "runningJobs" | "endedJob"> | null = null;

let answers: FromExecutor[] = [];

/** Leaves at once: the function that runs next may block the thread. */
function post(message: FromExecutor): void {
  const messages = [...answers, message];
  answers = [];
  parentPort?.postMessage(messages);
}

/** The answers of one group commit come in a row, and leave as one message. */
function postAnswer(message: FromExecutor): void {
  answers.push(message);
  if (answers.length > 1) return;
  queueMicrotask(() => {
    if (answers.length === 0) return;
    parentPort?.postMessage(answers);
    answers = [];
  });
}

function fatal(error: unknown): void {
  const text =
    error instanceof Error ? (error.stack ?? error.message) : String(error);
  post({ type: "fatal", message: text });
}

const requests: {
  [K in ExecutorRequest["kind"]]: (
    request: RequestOf<K>,
    tag: CallTag,
  ) => ExecutorReplies[K] | Promise<ExecutorReplies[K]>;
} = {
  load: async ({ deployment, environment }) => {
    setEnvironment(environment);
    installComponentEnvironments(
      deployment,
      () => currentTransactionCall.getStore()?.component,
    );
    registry = deployment && new ModuleRegistry(deployment);
    await registry?.load(["isolate"]);
    return null;
  },
  open: (request) => open(request),
  start: async ({ subscriptions }) => {
    running = await startExecutor();
    const jobs = opening ?? { runningJobs: [], endedJob: null };
    await running.executor.start(subscriptions, jobs);
    void removeLeftovers(() => database, pulse, post);
    return null;
  },
  query: (request, tag) => executor().query(request, tag),
  inlineQuery: (request, tag) => executor().inlineQuery(request, tag),
  mutation: (request, tag) => executor().mutation(request, tag),
  syscall: (request, tag) => {
    const { executor, host } = requireRunning();
    return runSyscall(executor, host, request, tag);
  },
  finishJob: async ({ rowId, error }) => {
    await executor().scheduler.finish(rowId, error);
    return null;
  },
  registerFile: (request, tag) =>
    registerFile(executor(), uploadSecret, request, tag),
  findFileByUuid: ({ uuid }) => findFileByUuid(executor(), components(), uuid),
  findFileById: ({ component, storageId }) =>
    executor().read((tx) => findFile(tx, component, "storageId", storageId)),
  fileUuids: () => listFileUuids(executor(), components()),
  violations: ({ deployment }) =>
    pulse.busy(() => requireDatabase().violations(schemasOf(deployment))),
  setEnvironment: ({ changes }) => {
    writeEnvironment(requireDatabase(), changes);
    return readEnvironment(requireDatabase());
  },
  storeDeployment: ({ deployment }) => {
    writeDeployment(requireDatabase(), deployment);
    return null;
  },
  copyDatabase: async ({ file }) => {
    await engineWork.run(true, () => requireDatabase().copyTo(file));
    return null;
  },
  beginImport: ({ plan }) => imports.begin(plan),
  addToImport: ({ table, documents }) => imports.add(table, documents),
  endImport: () => imports.end(),
  abandonImport: () => {
    imports.abandon();
    void removeLeftovers(() => database, pulse, post);
    return null;
  },
  reportTransfer: ({ report }, tag) =>
    changeTransfers(executor(), tag, (tx) => writeTransfer(tx, report)),
  endTransfers: ({ reason }, tag) =>
    changeTransfers(executor(), tag, (tx) => endTransfers(tx, reason)),
  close: async () => {
    await running?.executor.quiesce();
    running = null;
    database?.close();
    database = null;
    supervisor.close();
    return null;
  },
};

function open(request: RequestOf<"open">): OpenedDatabase {
  opening = request;
  const path = join(options.dataDir, "database.sqlite");
  const opened = pulse.busy(() =>
    openDatabase({
      path,
      maxSizeBytes: options.maxDatabaseBytes,
      ...(request.adopt && { adopt: request.adopt }),
    }),
  );
  database = opened;
  imports = new ImportRequests(opened, pulse);
  if (request.activate) {
    activateSchemas(opened, pulse, request.activate);
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
    registry,
    systemQueries: await loadSystemQueries(),
    pulse,
    supervisor,
    post,
    onFatal: fatal,
  });
  const host = transactionHost(
    {
      ...(registry && nestedSyscalls(registry, opened)),
      ...(registry && schedulingSyscalls(registry)),
      ...storageSyscalls({ cloudUrl: options.cloudUrl, uploadSecret }),
    },
    ({ root }) => pulse.mark(root.tag),
  );
  installHost(host);
  return { executor, host };
}

async function loadSystemQueries(): Promise<SystemQueries> {
  const loaded: unknown = await import(options.systemQueriesModule);
  // The module's contract.
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
    registry?.deployment.components ?? [];
  return [...new Set(["", ...deployed.map(({ path }) => path)])];
}

async function answer(id: number, request: ExecutorRequest): Promise<void> {
  try {
    // The table has an entry for each kind, which takes that kind.
    const handle = requests[request.kind] as (
      request: ExecutorRequest,
      tag: CallTag,
    ) => unknown;
    const value = await handle(request, { kind: "request", id });
    postAnswer({ type: "reply", id, value });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    postAnswer({ type: "failure", id, message });
  }
}

function receive(message: ToExecutor): void {
  switch (message.type) {
    case "request":
      void answer(message.id, message.request);
      return;
    case "subscribe":
      executor().subscribe(message.subscription);
      return;
    case "unsubscribe":
      running?.executor.unsubscribe(message.liveId);
      return;
    default:
      message satisfies never;
  }
}

const currentRoot = () => currentTransactionCall.getStore()?.root;
process.setSourceMapsEnabled(true);
captureConsole(currentRoot);
freezeClock(() => currentRoot()?.startedAt);
refuseSideEffects();
reportStrayErrors((message) => post({ type: "stray", message }));
parentPort?.on("message", receive);
