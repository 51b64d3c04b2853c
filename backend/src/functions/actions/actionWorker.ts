/** Entry of an action worker: actions, HTTP actions and "use node" modules. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { setInterval } from "node:timers";
import { parentPort, workerData } from "node:worker_threads";
import { currentActionCall, type RootCall } from "../callContext.ts";
import { installComponentEnvironments } from "../componentEnvironment.ts";
import { captureConsole } from "../consoleCapture.ts";
import { ModuleRegistry } from "../moduleRegistry.ts";
import { Pulse } from "../pulse.ts";
import {
  installHost,
  reportStrayErrors,
  setEnvironment,
} from "../workerGlobals.ts";
import { actionHost } from "./actionHost.ts";
import type {
  ActionAnswer,
  ActionRequest,
  ActionWorkerData,
  FromActionWorker,
  ToActionWorker,
} from "./actionMessages.ts";
import { ActionRunner } from "./actionRunner.ts";

const BEAT_MS = 50;

// Main starts this file with these.
const options = workerData as ActionWorkerData;
const pulse = new Pulse(options.pulse);
const registry = options.deployment && new ModuleRegistry(options.deployment);
const roots = new Map<number, RootCall>();
const ids = new WeakMap<RootCall, number>();
const asked = new Map<number, (answer: ActionAnswer) => void>();
let lastRequestNumber = 0;

function post(message: FromActionWorker): void {
  parentPort?.postMessage(message);
}

function ask(request: ActionRequest): Promise<ActionAnswer> {
  lastRequestNumber += 1;
  const requestNumber = lastRequestNumber;
  return new Promise((resolve) => {
    asked.set(requestNumber, resolve);
    post({ type: "ask", requestNumber, request });
  });
}

function mark(root: RootCall): void {
  pulse.mark({ kind: "request", id: ids.get(root) ?? 0 });
}

const runner = new ActionRunner(registry, (id, root) => {
  roots.set(id, root);
  ids.set(root, id);
  mark(root);
});

if (registry) {
  installHost(
    actionHost({
      registry,
      ask,
      runNested: (call, target, args) => runner.runNested(call, target, args),
      markRunning: ({ root }) => mark(root),
    }),
  );
}

async function receive(message: ToActionWorker): Promise<void> {
  await loaded;
  switch (message.type) {
    case "run": {
      const { id } = message;
      post({ type: "done", id, result: await runner.run(message) });
      roots.delete(id);
      return;
    }
    case "http": {
      const { id } = message;
      post({ type: "httpDone", id, http: await runner.runHttp(message) });
      roots.delete(id);
      return;
    }
    case "abandon":
      roots.get(message.id)?.end(message.reason);
      roots.delete(message.id);
      return;
    case "answer":
      asked.get(message.requestNumber)?.(message.answer);
      asked.delete(message.requestNumber);
      return;
    default:
      message satisfies never;
  }
}

async function load(): Promise<void> {
  setEnvironment(options.environment);
  installComponentEnvironments(
    options.deployment,
    () => currentActionCall.getStore()?.component,
  );
  // Bundles of "use node" modules hold CommonJS that requires built-in modules.
  const require = createRequire(join(options.appRoot, "package.json"));
  Object.assign(globalThis, { require });
  await registry?.load(["isolate", "node"]);
  post({ type: "ready" });
}

process.setSourceMapsEnabled(true);
captureConsole(() => currentActionCall.getStore()?.root);
reportStrayErrors((message) => post({ type: "stray", message }));
setInterval(() => pulse.beat(), BEAT_MS);
const loaded = load();
parentPort?.on("message", (message: ToActionWorker) => void receive(message));
