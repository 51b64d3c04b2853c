/**
 * The global `Convex` of action workers. Anything that needs the database is
 * requested from the main thread.
 */
import type { ComponentPath } from "../../database/contract.ts";
import type { ConvexJson, ConvexJsonObject } from "../../values/convexJson.ts";
import { type ActionCall, currentActionCall } from "../worker/callContext.ts";
import { functionHandle, resolveAddress } from "../worker/functionAddress.ts";
import { NestedCallError } from "../worker/functionErrors.ts";
import { assertUdfType } from "../worker/loadedFunction.ts";
import type { FunctionInfo, ModuleRegistry } from "../worker/moduleRegistry.ts";
import {
  auditLog,
  deploymentMetadata,
  requestMetadata,
} from "../worker/syscalls/metadata.ts";
import { objectArg, stringArg } from "../worker/syscalls/syscall.ts";
import { unsupported } from "../worker/syscalls/unsupported.ts";
import type { ConvexHost } from "../worker/convexHost.ts";
import type { Garbage } from "./garbage.ts";
import type {
  ActionAnswer,
  ActionRequest,
  StoredBlob,
} from "../messages/actionMessages.ts";

type ActionSyscall = (
  call: ActionCall,
  args: ConvexJsonObject,
  op: string,
) => string | Promise<string>;

export interface ActionHostOptions {
  readonly registry: ModuleRegistry;
  readonly ask: (request: ActionRequest) => Promise<ActionAnswer>;
  /** Runs an action in this worker for another that called it. */
  runNested(
    call: ActionCall,
    target: FunctionInfo,
    args: ConvexJson,
  ): Promise<string>;
  markRunning(call: ActionCall): void;
  readonly garbage: Garbage;
}

export function actionHost(options: ActionHostOptions): ConvexHost {
  const syscalls: Readonly<Record<string, ActionSyscall>> = {
    "1.0/actions/query": callFunction(options, "query"),
    "1.0/actions/mutation": callFunction(options, "mutation"),
    "1.0/actions/action": (call, args) => {
      const target = resolveAddress(options.registry, call.component, args);
      assertUdfType(target, "Action");
      return options.runNested(call, target, objectArg(args, "args"));
    },
    "1.0/actions/vectorSearch": async ({ component }, args) => {
      const query = objectArg(args, "query");
      return textOf(
        await options.ask({ kind: "vectorSearch", component, query }),
      );
    },
    "1.0/actions/schedule": inTransaction(options, "1.0/schedule"),
    "1.0/actions/cancel_job": inTransaction(options, "1.0/cancel_job"),
    "1.0/storageGenerateUploadUrl": inTransaction(options),
    "1.0/storageGetUrl": inTransaction(options),
    "1.0/storageGetMetadata": inTransaction(options),
    "1.0/storageDelete": inTransaction(options),
    "1.0/createFunctionHandle": (call, args) =>
      JSON.stringify(
        functionHandle(resolveAddress(options.registry, call.component, args)),
      ),
    "1.0/getUserIdentity": ({ identity }) => JSON.stringify(identity),
    "1.0/getFunctionMetadata": ({ path, component }) =>
      JSON.stringify({ name: path, componentPath: component }),
    "1.0/getRequestMetadata": ({ root }) => requestMetadata(root),
    "1.0/getDeploymentMetadata": deploymentMetadata,
    "1.0/auditLog": auditLog,
    "1.0/getTransactionMetrics": () => {
      // convex/server checks for these words.
      throw new Error("Unknown async operation 1.0/getTransactionMetrics");
    },
  };
  return {
    syscall: (op) => {
      throw unsupported(op);
    },
    asyncSyscall: async (op, argsText) => {
      const call = runningCall(op);
      const syscall = syscalls[op];
      if (!syscall) throw unsupported(op);
      // convex/server sends an object.
      const args = JSON.parse(argsText) as ConvexJsonObject;
      const text = await syscall(call, args, op);
      options.markRunning(call);
      return text;
    },
    jsSyscall: (op, args) => {
      const call = runningCall(op);
      if (op === "storage/storeBlob") return storeBlob(options, call, args);
      if (op === "storage/getBlob") return getBlob(options, call, args);
      throw unsupported(op);
    },
  };
}

function callFunction(
  { registry, ask }: ActionHostOptions,
  kind: "query" | "mutation",
): ActionSyscall {
  return async (call, args) => {
    const target = resolveAddress(registry, call.component, args);
    const identity = identityIn(call, target.component);
    const answer = await ask({
      kind,
      call: {
        component: target.component,
        path: target.path,
        args: objectArg(args, "args"),
        caller: { ...call.root.caller, identity },
      },
    });
    return textOf(answer);
  };
}

/**
 * Returns null for calls into a component: components do not see the caller's
 * identity.
 */
export function identityIn(call: ActionCall, component: ComponentPath) {
  return component === call.component ? call.identity : null;
}

function inTransaction(
  { ask }: ActionHostOptions,
  name?: string,
): ActionSyscall {
  return async ({ component, path, root }, args, op) => {
    const answer = await ask({
      kind: "syscall",
      op: name ?? op,
      args,
      component,
      path,
      caller: root.caller,
    });
    return textOf(answer);
  };
}

async function storeBlob(
  { ask }: ActionHostOptions,
  { component }: ActionCall,
  { blob, options }: Record<string, unknown>,
): Promise<string> {
  if (!(blob instanceof Blob)) {
    throw new Error(
      "store() expects a Blob. If you are trying to store a Request, `await request.blob()` will give you the correct input.",
    );
  }
  const sha256 = (options as { sha256?: string } | undefined)?.sha256 ?? null;
  const answer = await ask({
    kind: "storeBlob",
    component,
    // The app may have replaced the method of its own `Blob` class.
    bytes: new Uint8Array(await Blob.prototype.arrayBuffer.call(blob)),
    contentType: blob.type || null,
    sha256,
  });
  return textOf(answer);
}

async function getBlob(
  { ask, garbage }: ActionHostOptions,
  { component }: ActionCall,
  args: Record<string, unknown>,
): Promise<Blob | null> {
  const storageId = stringArg(args as ConvexJsonObject, "storageId");
  const answer = await ask({ kind: "getBlob", component, storageId });
  if (!answer.ok) throw new NestedCallError(answer.error);
  // The main thread answers `getBlob` with a `StoredBlob` or null.
  const stored = answer.value as StoredBlob | null;
  if (stored === null) return null;
  garbage.addBlob(stored.bytes.byteLength);
  const blob = new Blob([stored.bytes], { type: stored.contentType ?? "" });
  stored.bytes.buffer.transfer(0); // frees the buffer: the blob has a copy
  return blob;
}

function textOf(answer: ActionAnswer): string {
  if (!answer.ok) throw new NestedCallError(answer.error);
  return String(answer.value);
}

function runningCall(op: string): ActionCall {
  const call = currentActionCall.getStore();
  if (!call) throw new Error(`${op} is called outside of a function.`);
  call.root.assertRunning();
  return call;
}
