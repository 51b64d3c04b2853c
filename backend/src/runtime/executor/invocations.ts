/** Turns calls of clients, actions and the scheduler into transactions to run. */
import type {
  ComponentPath,
  Database,
  Transaction,
} from "../../database/contract.ts";
import type { ConvexJson, ConvexJsonObject } from "../../values/convexJson.ts";
import {
  currentTransactionCall,
  type TransactionCall,
  TransactionRoot,
} from "../worker/callContext.ts";
import { canonicalPath } from "../contract/canonicalPath.ts";
import type {
  Caller,
  FunctionCall,
  SystemQueries,
  UserIdentity,
} from "../contract/runtime.ts";
import { notFound, publicNotFound } from "../worker/functionErrors.ts";
import { loadInlineQuery } from "./inlineQuery.ts";
import {
  assertUdfType,
  invokeValidated,
  type LoadedFunction,
} from "../worker/loadedFunction.ts";
import type { TransactionFunctions } from "./transactions/transactionFunctions.ts";
import type { CallTag, Heartbeat } from "../worker/heartbeat.ts";
import { newRequestId } from "../contract/requestId.ts";
import type { TransactionSpec } from "./transactions/transactionRunner.ts";

const SYSTEM_PREFIX = "_system/";

export interface InvocationOptions {
  readonly tag: CallTag;
  /**
   * True for calls by the engine or by a function, which may reach internal
   * functions.
   */
  readonly isTrusted: boolean;
  readonly requestId?: string;
  readonly journal?: string | null;
  readonly scheduledFunctionId?: string;
}

export class Invocations {
  readonly #database: Database;
  readonly #functions: TransactionFunctions | null;
  readonly #systemQueries: SystemQueries;
  readonly #heartbeat: Heartbeat;

  constructor(
    database: Database,
    functions: TransactionFunctions | null,
    systemQueries: SystemQueries,
    heartbeat: Heartbeat,
  ) {
    this.#database = database;
    this.#functions = functions;
    this.#systemQueries = systemQueries;
    this.#heartbeat = heartbeat;
  }

  spec(
    udfType: "Query" | "Mutation",
    call: FunctionCall,
    options: InvocationOptions,
  ): TransactionSpec {
    return {
      path: canonicalPath(call.path),
      isWriting: udfType === "Mutation",
      makeRoot: () => makeRoot(call.caller, options),
      run: (root, transaction) =>
        this.invoke(udfType, call, root, transaction, options.isTrusted),
    };
  }

  /**
   * Runs a function in a given transaction. Jobs use it too and add their own
   * writes.
   */
  async invoke(
    udfType: "Query" | "Mutation",
    call: FunctionCall,
    root: TransactionRoot,
    transaction: Transaction,
    isTrusted: boolean,
  ): Promise<string> {
    const path = canonicalPath(call.path);
    if (path.startsWith(SYSTEM_PREFIX)) {
      return this.#runSystemQuery(path, call, transaction);
    }
    const loaded = this.find(call, path, isTrusted);
    assertUdfType(loaded, udfType);
    return await this.#runLoaded(
      { ...loaded, udfType },
      call,
      root,
      transaction,
    );
  }

  /**
   * Builds the transaction for a query whose source comes with the call. Only
   * for admins.
   */
  inlineSpec(
    source: string,
    call: FunctionCall,
    options: InvocationOptions,
  ): TransactionSpec {
    return {
      path: canonicalPath(call.path),
      isWriting: false,
      makeRoot: () => makeRoot(call.caller, options),
      run: async (root, transaction) => {
        if (this.#functions === null) throw notFound(call.path);
        const loaded = await loadInlineQuery(
          this.#functions,
          call.component,
          source,
        );
        const query = { ...loaded, udfType: "Query" as const };
        return await this.#runLoaded(query, call, root, transaction);
      },
    };
  }

  async #runLoaded(
    loaded: LoadedFunction & { udfType: "Query" | "Mutation" },
    { args, caller }: FunctionCall,
    root: TransactionRoot,
    transaction: Transaction,
  ): Promise<string> {
    const context = topLevelCall(loaded, caller.identity, root, transaction);
    return await this.run(context, () =>
      invokeValidated(loaded, args, root.requestId, (id) =>
        this.#database.tableOfId(loaded.component, id),
      ),
    );
  }

  /** Runs code in the async context of a call. */
  run<T>(context: TransactionCall, code: () => T): T {
    this.#heartbeat.mark(context.root.tag);
    return currentTransactionCall.run(context, code);
  }

  find(
    { component, caller }: Pick<FunctionCall, "component" | "caller">,
    path: string,
    isTrusted: boolean,
  ): LoadedFunction {
    const maySeeAll = isTrusted || caller.isAdmin;
    const functions = this.#functions;
    if (functions === null) {
      throw maySeeAll ? notFound(path) : publicNotFound(path);
    }
    if (!maySeeAll) functions.registry.requirePublic(component, path);
    return functions.find(component, path);
  }

  #runSystemQuery(
    path: string,
    { args, caller, component }: FunctionCall,
    transaction: Transaction,
  ): string {
    const query = this.#systemQueries[path];
    if (!caller.isAdmin) throw publicNotFound(path);
    if (query === undefined) throw notFound(path);
    const result: ConvexJson = query(
      transaction,
      this.#database,
      args satisfies ConvexJsonObject,
      component,
    );
    return JSON.stringify(result);
  }
}

export function makeRoot(
  caller: Caller,
  options: InvocationOptions,
): TransactionRoot {
  const requestId = options.requestId ?? newRequestId();
  return new TransactionRoot(requestId, caller, Date.now(), options.tag, {
    journal: options.journal ?? null,
    scheduledFunctionId: options.scheduledFunctionId,
  });
}

export function topLevelCall(
  running: {
    component: ComponentPath;
    path: string;
    udfType: "Query" | "Mutation";
  },
  identity: UserIdentity | null,
  root: TransactionRoot,
  transaction: Transaction,
): TransactionCall {
  return {
    component: running.component,
    path: running.path,
    udfType: running.udfType,
    identity,
    root,
    transaction,
    hasTouched: false,
    streams: new Map(),
    parent: null,
    depth: 0,
    hasPaginated: false,
    nested: null,
    unanswered: new Set(),
    hasFailed: false,
    unhandled: null,
    hasEnded: false,
  };
}
