/**
 * Entry of an action worker, which runs actions, HTTP actions and "use node"
 * modules.
 */
import { setPriority } from "node:os";
import { setInterval } from "node:timers";
import { parentPort, type Transferable, workerData } from "node:worker_threads";
import { TimeSpent } from "../../queues/timeSpent.ts";
import { ANYONE, turnGroupOf } from "../contract/callers.ts";
import { currentActionCall, type RootCall } from "../worker/callContext.ts";
import { ComponentEnvironments } from "../worker/componentEnvironment.ts";
import { restHeap } from "../worker/heapAtRest.ts";
import { queueKeyDerivations } from "../worker/keyDerivations.ts";
import { ModuleRegistry } from "../worker/moduleRegistry.ts";
import type { HttpActionResponse } from "../contract/runtime.ts";
import { Heartbeat } from "../worker/heartbeat.ts";
import { ActionFunctions } from "./actionFunctions.ts";
import { Garbage } from "./garbage.ts";
import { actionRealm } from "./actionRealm.ts";
import { hardenEngineRealm } from "../realms/engineRealm.ts";
import { reportStrayErrors, setEnvironment } from "../worker/workerGlobals.ts";
import { actionHost } from "./actionHost.ts";
import type { Deployment } from "../contract/runtime.ts";
import type {
  ActionAnswer,
  ActionRequest,
  ActionWorkerData,
  FromActionWorker,
  ToActionWorker,
} from "../messages/actionMessages.ts";
import { movedBuffers } from "../messages/movedBuffers.ts";
import { ActionRunner } from "./actionRunner.ts";
import { Inbox } from "./inbox.ts";

const BEAT_MS = 50;
/**
 * Priority of this thread. It yields to the other threads: every caller waits
 * for the others, but only one caller waits for an action.
 */
const BELOW_TRANSACTIONS = 5;

/** Messages that wait for their turn. A withdrawal does not. */
type InTurn = Exclude<ToActionWorker, { type: "withdraw" }>;

interface Asked {
  readonly group: string;
  readonly resolve: (answer: ActionAnswer) => void;
}

// The main thread passes these when it starts the worker.
const options = workerData as ActionWorkerData;
const heartbeat = new Heartbeat(options.heartbeat);
const garbage = new Garbage();
const functions = options.deployment && actionFunctions(options.deployment);
const roots = new Map<number, RootCall>();
const ids = new WeakMap<RootCall, number>();
/**
 * The turn group of each run that has arrived and not ended, by the run's id.
 */
const groups = new Map<number, string>();
/** Ids of runs that are still in the inbox although their callers have left. */
const left = new Set<number>();
const asked = new Map<number, Asked>();
let lastRequestNumber = 0;
/** The time that each group of callers has used on this thread. */
const spent = new TimeSpent();
const inbox = new Inbox<InTurn>(spent, (message) => {
  void receive(message);
});

function post(
  message: FromActionWorker,
  bytes: HttpActionResponse["body"] | null = null,
): void {
  const moved = bytes instanceof Uint8Array ? movedBuffers(bytes) : [];
  parentPort?.postMessage(message, moved);
}

function ask(request: ActionRequest): Promise<ActionAnswer> {
  lastRequestNumber += 1;
  const requestNumber = lastRequestNumber;
  const root = currentActionCall.getStore()?.root;
  const caller = root?.caller ?? ANYONE;
  const runId = (root && ids.get(root)) ?? 0;
  return new Promise((resolve) => {
    asked.set(requestNumber, { group: turnGroupOf(caller), resolve });
    const bytes = request.kind === "storeBlob" ? request.bytes : null;
    post({ type: "ask", requestNumber, runId, request }, bytes);
  });
}

function mark(root: RootCall): void {
  heartbeat.mark({ kind: "request", id: ids.get(root) ?? 0 });
}

const runner = new ActionRunner(functions, spent, (id, root) => {
  roots.set(id, root);
  ids.set(root, id);
  mark(root);
});

function actionFunctions(deployment: Deployment): ActionFunctions {
  const registry = new ModuleRegistry(deployment);
  const host = actionHost({
    registry,
    ask,
    runNested: (call, target, args) => runner.runNested(call, target, args),
    markRunning: ({ root }) => mark(root),
    garbage,
  });
  const environments = new ComponentEnvironments(
    deployment,
    options.environment,
  );
  const given = actionRealm(environments, host, options.appRoot);
  return new ActionFunctions(registry, given);
}

/**
 * Cancels a run whose caller has left, unless the run has begun. This message
 * must not wait in the inbox itself: a place could become free meanwhile, and
 * the run would begin.
 */
function withdraw(id: number): void {
  const root = roots.get(id);
  if (root !== undefined) {
    if (runner.withdraw(root)) post({ type: "withdrawn", id });
  } else if (groups.has(id)) left.add(id); // the run is still in the inbox
}

async function receive(message: InTurn): Promise<void> {
  const isRun = message.type === "run" || message.type === "http";
  if (isRun && left.has(message.id)) {
    post({ type: "withdrawn", id: message.id });
    forget(message.id);
    return;
  }
  switch (message.type) {
    case "run": {
      const { id } = message;
      post({ type: "done", id, result: await runner.run(message) });
      forget(id);
      garbage.collectWhenFull();
      return;
    }
    case "http": {
      const { id } = message;
      const http = await runner.runHttp(message, (response) => {
        parentPort?.postMessage(
          { type: "httpHead", id, response } satisfies FromActionWorker,
          // The types of Node's own streams and of the global ones differ in name only.
          [response.body as Transferable],
        );
      });
      post({ type: "httpDone", id, http }, http.response?.body);
      forget(id);
      garbage.collectWhenFull();
      return;
    }
    case "abandon":
      roots.get(message.id)?.abort(new Error(message.reason));
      forget(message.id);
      return;
    case "answer":
      asked.get(message.requestNumber)?.resolve(message.answer);
      asked.delete(message.requestNumber);
      return;
    default:
      message satisfies never;
  }
}

function forget(id: number): void {
  roots.delete(id);
  groups.delete(id);
  left.delete(id);
}

/** Messages about the same run are of the same group, so they keep their order. */
function groupOf(message: InTurn): string {
  switch (message.type) {
    case "run":
      return begin(message.id, turnGroupOf(message.call.caller));
    case "http":
      return begin(message.id, turnGroupOf(message.request.caller));
    case "abandon":
      return groups.get(message.id) ?? "";
    case "answer":
      return asked.get(message.requestNumber)?.group ?? "";
  }
}

function begin(id: number, group: string): string {
  groups.set(id, group);
  return group;
}

/**
 * Lowers the thread's priority on Linux only, where the id 0 means this thread.
 * Elsewhere 0 means the whole process.
 */
function yieldToTransactions(): void {
  if (process.platform === "linux") setPriority(0, BELOW_TRANSACTIONS);
}

yieldToTransactions();
restHeap();
setEnvironment(options.environment);
queueKeyDerivations(() => currentActionCall.getStore()?.root);
hardenEngineRealm();
reportStrayErrors((message) => post({ type: "stray", message }));
setInterval(() => heartbeat.beat(), BEAT_MS);
functions?.prepare();
// The main thread watches from the first beat, and an action may block before
// the timer's first beat.
heartbeat.beat();
post({ type: "ready" });
parentPort?.on("message", (message: ToActionWorker) => {
  if (message.type === "withdraw") withdraw(message.id);
  else inbox.push(groupOf(message), message);
});
