/** `ctx.runQuery` and `ctx.runMutation` within a transaction, and function handles. */
import type { Database, TransactionUsage } from "../../database/contract.ts";
import type { ConvexJson } from "../../values/convexJson.ts";
import {
  currentTransactionCall,
  type TransactionCall,
} from "../callContext.ts";
import { functionHandle, resolveAddress } from "../functionAddress.ts";
import {
  CallRefused,
  describeError,
  NestedCallError,
} from "../functionErrors.ts";
import {
  assertUdfType,
  invokeValidated,
  type LoadedFunction,
} from "../loadedFunction.ts";
import type { ModuleRegistry } from "../moduleRegistry.ts";
import { objectArg, type Syscall } from "./syscall.ts";

const MAX_DEPTH = 16;

export function nestedSyscalls(
  registry: ModuleRegistry,
  database: Database,
): Record<string, Syscall> {
  const runUdf: Syscall = async (call, args) => {
    const udfType = args.udfType === "mutation" ? "Mutation" : "Query";
    if (udfType === "Mutation" && call.udfType === "Query") {
      throw new Error("A query cannot run a mutation.");
    }
    const info = resolveAddress(registry, call.component, args);
    assertUdfType(info, udfType);
    const target = registry.find(info.component, info.path);
    const nested = nestedCall(call, target);
    const nestedArgs = objectArg(args, "args");
    const limits = parseLimits(args.transactionLimits);
    if (args.udfType === "snapshotQuery") {
      return await runSnapshot(nested, target, nestedArgs, limits);
    }
    return await runNested(call, nested, target, nestedArgs, limits);
  };

  /** Sees what is committed, not the caller's writes, and the caller does not depend on it. */
  const runSnapshot = async (
    nested: TransactionCall,
    target: LoadedFunction,
    args: ReturnType<typeof objectArg>,
    limits: Partial<TransactionUsage>,
  ): Promise<string> => {
    for (;;) {
      const transaction = database.beginSnapshot();
      transaction.usage.lower(limits);
      try {
        const result = await invoke({ ...nested, transaction }, target, args);
        if (!transaction.isStale()) return result;
      } finally {
        transaction.end();
      }
    }
  };

  const invoke = async (
    call: TransactionCall,
    target: LoadedFunction,
    args: ReturnType<typeof objectArg>,
  ): Promise<string> => {
    try {
      return await currentTransactionCall.run(call, () =>
        invokeValidated(target, args, call.root.requestId, (id) =>
          database.tableOfId(call.component, id),
        ),
      );
    } catch (error) {
      const { root } = registry.deployment;
      throw new NestedCallError(describeError(error, root));
    }
  };

  /**
   * A nested mutation is a layer of the transaction, so two at a time would mix
   * their writes: `call.nested` makes its siblings wait, and whatever else the
   * caller does meanwhile, until the layer is merged or dropped.
   */
  const runNested = async (
    caller: TransactionCall,
    nested: TransactionCall,
    target: LoadedFunction,
    args: ReturnType<typeof objectArg>,
    limits: Partial<TransactionUsage>,
  ): Promise<string> => {
    return await exclusively(caller, async () => {
      const end = caller.transaction.usage.lower(limits);
      try {
        return await runLayer(caller, nested, target, args);
      } finally {
        end();
      }
    });
  };

  const runLayer = async (
    caller: TransactionCall,
    nested: TransactionCall,
    target: LoadedFunction,
    args: ReturnType<typeof objectArg>,
  ): Promise<string> => {
    if (nested.udfType === "Query") return await invoke(nested, target, args);
    const { transaction, root } = caller;
    const removedFiles = root.removedFileUuids.length;
    transaction.beginNested();
    try {
      const result = await invoke(nested, target, args);
      transaction.commitNested();
      return result;
    } catch (error) {
      transaction.rollbackNested();
      root.removedFileUuids.length = removedFiles;
      throw error;
    }
  };

  return {
    "1.0/runUdf": runUdf,
    "1.0/createFunctionHandle": (call, args) =>
      JSON.stringify(
        functionHandle(resolveAddress(registry, call.component, args)),
      ),
  };
}

/** Names that are no measure of ours, as of files, limit nothing. */
function parseLimits(given: ConvexJson | undefined): Partial<TransactionUsage> {
  if (typeof given !== "object" || given === null) return {};
  const limits = Object.entries(given).filter(
    ([, limit]) => typeof limit === "number" && limit >= 0,
  );
  return Object.fromEntries(limits);
}

function nestedCall(
  caller: TransactionCall,
  target: LoadedFunction,
): TransactionCall {
  if (caller.depth >= MAX_DEPTH) {
    throw new CallRefused(
      `Functions call each other more than ${MAX_DEPTH} deep.`,
    );
  }
  return {
    root: caller.root,
    transaction: caller.transaction,
    component: target.component,
    path: target.path,
    // `assertUdfType` has let pass queries and mutations only.
    udfType: target.udfType,
    identity: target.component === caller.component ? caller.identity : null,
    isTopLevel: false,
    depth: caller.depth + 1,
    hasPaginated: false,
    streams: new Map(),
    nested: null,
  };
}

async function exclusively<T>(
  caller: TransactionCall,
  run: () => Promise<T>,
): Promise<T> {
  const running = run();
  const settled = running.then(
    () => undefined,
    () => undefined,
  );
  caller.nested = settled;
  try {
    return await running;
  } finally {
    if (caller.nested === settled) caller.nested = null;
  }
}
