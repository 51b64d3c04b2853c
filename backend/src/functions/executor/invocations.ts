/** From a call of a client, an action or the scheduler to a transaction to run. */
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
} from "../callContext.ts";
import { canonicalPath } from "../canonicalPath.ts";
import type {
  Caller,
  FunctionCall,
  SystemQueries,
  UserIdentity,
} from "../contract.ts";
import { notFound } from "../functionErrors.ts";
import { loadInlineQuery } from "../inlineQuery.ts";
import {
  assertUdfType,
  invokeValidated,
  type LoadedFunction,
} from "../loadedFunction.ts";
import type { ModuleRegistry } from "../moduleRegistry.ts";
import type { CallTag, Pulse } from "../pulse.ts";
import { newRequestId } from "../requestId.ts";
import type { TransactionSpec } from "./transactionRunner.ts";

const SYSTEM_PREFIX = "_system/";

export interface InvocationOptions {
  readonly tag: CallTag;
  /** Called by the engine or by a function: internal functions are found too. */
  readonly isTrusted: boolean;
  readonly requestId?: string;
  readonly journal?: string | null;
  readonly scheduledFunctionId?: string;
}

export class Invocations {
  readonly #database: Database;
  readonly #registry: ModuleRegistry | null;
  readonly #systemQueries: SystemQueries;
  readonly #pulse: Pulse;

  constructor(
    database: Database,
    registry: ModuleRegistry | null,
    systemQueries: SystemQueries,
    pulse: Pulse,
  ) {
    this.#database = database;
    this.#registry = registry;
    this.#systemQueries = systemQueries;
    this.#pulse = pulse;
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

  /** Runs a function in a transaction; for jobs too, which add their own writes. */
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

  /** A query whose source comes with the call; for administrators. */
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
        const loaded = await loadInlineQuery(call.component, source);
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

  /** Runs code within the context of a call. */
  run<T>(context: TransactionCall, code: () => T): T {
    this.#pulse.mark(context.root.tag);
    return currentTransactionCall.run(context, code);
  }

  find(
    { component, caller }: Pick<FunctionCall, "component" | "caller">,
    path: string,
    isTrusted: boolean,
  ): LoadedFunction {
    if (this.#registry === null) throw notFound(path);
    const maySeeAll = isTrusted || caller.isAdmin;
    if (!maySeeAll && component !== "") throw notFound(path);
    const loaded = this.#registry.find(component, path);
    if (!maySeeAll && !loaded.isPublic) throw notFound(path);
    return loaded;
  }

  #runSystemQuery(
    path: string,
    { args, caller, component }: FunctionCall,
    transaction: Transaction,
  ): string {
    const query = this.#systemQueries[path];
    if (!caller.isAdmin || query === undefined) throw notFound(path);
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
    streams: new Map(),
    isTopLevel: true,
    depth: 0,
    hasPaginated: false,
    nested: null,
  };
}
