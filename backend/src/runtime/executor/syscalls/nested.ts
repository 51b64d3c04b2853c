/**
 * The syscalls behind `ctx.runQuery`, `ctx.runMutation` and function handles in
 * transactions.
 */
import type { Database, TransactionUsage } from "../../../database/contract.ts";
import type { ConvexJson } from "../../../values/convexJson.ts";
import {
  assertRunning,
  currentTransactionCall,
  type TransactionCall,
} from "../../worker/callContext.ts";
import {
  functionHandle,
  resolveAddress,
} from "../../worker/functionAddress.ts";
import {
  CallRefused,
  describeError,
  NestedCallError,
} from "../../worker/functionErrors.ts";
import {
  assertUdfType,
  invokeValidated,
  type LoadedFunction,
} from "../../worker/loadedFunction.ts";
import type { TransactionFunctions } from "../transactions/transactionFunctions.ts";
import { RunsAlone } from "../transactions/runsAlone.ts";
import { objectArg, type Syscall } from "../../worker/syscalls/syscall.ts";

const MAX_DEPTH = 16;

type CallArgs = ReturnType<typeof objectArg>;

export function nestedSyscalls(
  functions: TransactionFunctions,
  database: Database,
): Record<string, Syscall> {
  const { registry } = functions;
  const calls = new NestedCalls(functions, database);
  return {
    "1.0/runUdf": (call, args) => calls.run(call, args),
    "1.0/createFunctionHandle": (call, args) =>
      JSON.stringify(
        functionHandle(resolveAddress(registry, call.component, args)),
      ),
  };
}

/** Runs the functions that queries and mutations call. */
class NestedCalls {
  readonly #functions: TransactionFunctions;
  readonly #database: Database;

  constructor(functions: TransactionFunctions, database: Database) {
    this.#functions = functions;
    this.#database = database;
  }

  async run(...[call, args]: Parameters<Syscall>): Promise<string> {
    const udfType = args.udfType === "mutation" ? "Mutation" : "Query";
    if (udfType === "Mutation" && call.udfType === "Query") {
      throw new Error("A query cannot run a mutation.");
    }
    const { registry } = this.#functions;
    const info = resolveAddress(registry, call.component, args);
    assertUdfType(info, udfType);
    const target = this.#functions.find(info.component, info.path);
    const nestedArgs = objectArg(args, "args");
    const limits = parseLimits(args.transactionLimits);
    return args.udfType === "snapshotQuery"
      ? await this.#runSnapshot(call, target, nestedArgs, limits)
      : await this.#runNested(call, target, nestedArgs, limits);
  }

  /**
   * Runs a query on the committed state, without the caller's writes. The
   * caller's transaction does not depend on what the query reads.
   */
  async #runSnapshot(
    caller: TransactionCall,
    target: LoadedFunction,
    args: CallArgs,
    limits: Partial<TransactionUsage>,
  ): Promise<string> {
    for (;;) {
      assertRunning(caller);
      const transaction = this.#database.beginSnapshot();
      transaction.usage.lower(limits);
      try {
        const nested = { ...nestedCall(caller, target), transaction };
        const result = await this.#invoke(nested, target, args);
        if (!transaction.isStale()) return result;
      } catch (error) {
        if (!RunsAlone.is(error)) throw error;
      } finally {
        transaction.end();
      }
    }
  }

  async #invoke(
    call: TransactionCall,
    target: LoadedFunction,
    args: CallArgs,
  ): Promise<string> {
    try {
      return await currentTransactionCall.run(call, () =>
        invokeValidated(target, args, call.root.requestId, (id) =>
          this.#database.tableOfId(call.component, id),
        ),
      );
    } catch (error) {
      if (RunsAlone.is(error)) throw error;
      const { root } = this.#functions.registry.deployment;
      throw new NestedCallError(describeError(error, root));
    }
  }

  /**
   * Runs one nested call at a time. A nested mutation is a layer of the
   * transaction, so two at once would mix their writes. `call.nested` makes
   * siblings, and everything else the caller does, wait until the layer is
   * merged or dropped.
   */
  async #runNested(
    caller: TransactionCall,
    target: LoadedFunction,
    args: CallArgs,
    limits: Partial<TransactionUsage>,
  ): Promise<string> {
    return await exclusively(caller, async () => {
      const end = caller.transaction.usage.lower(limits);
      try {
        return await this.#runUntilAlone(caller, target, args);
      } finally {
        end();
      }
    });
  }

  /**
   * Runs a function. If it changes state that calls share, runs it again with
   * globals and modules of its own.
   */
  async #runUntilAlone(
    caller: TransactionCall,
    target: LoadedFunction,
    args: CallArgs,
  ): Promise<string> {
    const { logLines } = caller.root;
    const lineCount = logLines.length;
    for (;;) {
      assertRunning(caller);
      try {
        return await this.#runLayer(
          caller,
          nestedCall(caller, target),
          target,
          args,
        );
      } catch (error) {
        if (!RunsAlone.is(error)) throw error;
        logLines.length = Math.min(logLines.length, lineCount);
      }
    }
  }

  async #runLayer(
    caller: TransactionCall,
    nested: TransactionCall,
    target: LoadedFunction,
    args: CallArgs,
  ): Promise<string> {
    if (nested.udfType === "Query")
      return await this.#invoke(nested, target, args);
    const { transaction, root } = caller;
    const removedFiles = root.removedFileUuids.length;
    const layer = transaction.beginNested();
    try {
      const result = await this.#invoke(nested, target, args);
      layer.commit();
      return result;
    } catch (error) {
      // If the caller has thrown meanwhile, this layer was rolled back with the
      // caller's.
      if (layer.rollback()) root.removedFileUuids.length = removedFiles;
      throw error;
    }
  }
}

/** Limits for things we do not measure, such as files, have no effect. */
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
    // `assertUdfType` has admitted only queries and mutations.
    udfType: target.udfType,
    identity: target.component === caller.component ? caller.identity : null,
    parent: caller,
    depth: caller.depth + 1,
    hasPaginated: false,
    streams: new Map(),
    nested: null,
    unanswered: new Set(),
    hasFailed: false,
    unhandled: null,
    hasEnded: false,
    hasTouched: false,
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
