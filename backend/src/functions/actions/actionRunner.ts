/** Runs actions and HTTP actions within one worker. */
import type { ComponentPath } from "../../database/contract.ts";
import type { ConvexJson } from "../../values/convexJson.ts";
import {
  type ActionCall,
  currentActionCall,
  RootCall,
} from "../callContext.ts";
import { canonicalPath } from "../canonicalPath.ts";
import type {
  FunctionExecution,
  HttpActionRequest,
  HttpActionResponse,
} from "../contract.ts";
import { identityType } from "../executor/executionResults.ts";
import type { ExecutionResult } from "../executor/executorMessages.ts";
import {
  describeError,
  type ErrorDescription,
  NestedCallError,
  notFound,
} from "../functionErrors.ts";
import {
  assertUdfType,
  invokeValidated,
  type LoadedFunction,
} from "../loadedFunction.ts";
import type { FunctionInfo, ModuleRegistry } from "../moduleRegistry.ts";
import { identityIn } from "./actionHost.ts";
import type {
  ActionRun,
  HttpActionResult,
  HttpActionRun,
} from "./actionMessages.ts";
import { dispatchHttp, isRouted } from "./httpDispatch.ts";
import { noTable, withPlainIds } from "./plainIds.ts";

type Settled =
  | { readonly ok: true; readonly valueJson: string }
  | { readonly ok: false; readonly error: ErrorDescription };

export class ActionRunner {
  readonly #registry: ModuleRegistry | null;
  readonly #onBegin: (id: number, root: RootCall) => void;

  constructor(
    registry: ModuleRegistry | null,
    onBegin: (id: number, root: RootCall) => void,
  ) {
    this.#registry = registry;
    this.#onBegin = onBegin;
  }

  async run(run: ActionRun): Promise<ExecutionResult> {
    const { call, requestId } = run;
    const path = canonicalPath(call.path);
    const { caller, component } = call;
    const root = new RootCall(
      requestId,
      caller,
      Date.now(),
      run.scheduledFunctionId,
    );
    this.#onBegin(run.id, root);
    const outcome = await this.#settle(() => {
      const loaded = this.#find(run, path);
      const context: ActionCall = {
        component,
        path,
        udfType: "Action",
        identity: caller.identity,
        root,
      };
      return invokeIn(context, loaded, call.args);
    });
    return this.#result(outcome, root, {
      component,
      path,
      udfType: "Action",
      isSystem: run.scheduledFunctionId !== null,
    });
  }

  async runHttp({
    id,
    request,
    requestId,
  }: HttpActionRun): Promise<HttpActionResult> {
    const root = new RootCall(requestId, request.caller, Date.now());
    this.#onBegin(id, root);
    let response: HttpActionResponse | null = null;
    let path = `${request.method} ${new URL(request.url).pathname}`;
    let component: ComponentPath = "";
    const outcome = await this.#settle(async () => {
      const mount = this.#mountOf(request);
      component = mount.component;
      const own = withoutPrefix(request, mount.prefix);
      const dispatched = await this.#dispatch(own, component, root);
      response = dispatched.response;
      path = dispatched.route;
      return "null";
    });
    const result = this.#result(outcome, root, {
      component,
      path,
      udfType: "HttpAction",
      isSystem: false,
    });
    return { response, result };
  }

  /** `ctx.runAction`. */
  async runNested(
    caller: ActionCall,
    target: FunctionInfo,
    args: ConvexJson,
  ): Promise<string> {
    const registry = this.#registry;
    if (registry === null) throw notFound(target.path);
    const context: ActionCall = {
      component: target.component,
      path: target.path,
      udfType: "Action",
      identity: identityIn(caller, target.component),
      root: caller.root,
    };
    try {
      const loaded = registry.find(target.component, target.path);
      return await invokeIn(context, loaded, args);
    } catch (thrown) {
      throw new NestedCallError(
        describeError(thrown, registry.deployment.root),
      );
    }
  }

  #find({ call, isTrusted }: ActionRun, path: string): LoadedFunction {
    const { component, caller } = call;
    const maySeeAll = isTrusted || caller.isAdmin;
    if (this.#registry === null) throw notFound(path);
    if (!maySeeAll && component !== "") throw notFound(path);
    const loaded = this.#registry.find(component, path);
    if (!maySeeAll && !loaded.isPublic) throw notFound(path);
    assertUdfType(loaded, "Action");
    return loaded;
  }

  /** The app if it has a route, else the component with the longest prefix. */
  #mountOf(request: HttpActionRequest): {
    component: ComponentPath;
    prefix: string;
  } {
    const app = { component: "", prefix: "/" };
    if (isRouted(this.#routerOf(""), request)) return app;
    const { pathname } = new URL(request.url);
    return (this.#registry?.deployment.components ?? [])
      .map(({ path, httpPrefix }) => ({
        component: path,
        prefix: httpPrefix ?? "",
      }))
      .filter(({ prefix }) => prefix !== "" && pathname.startsWith(prefix))
      .reduce(
        (longest, mount) =>
          mount.prefix.length > longest.prefix.length ? mount : longest,
        app,
      );
  }

  #routerOf(component: ComponentPath): unknown {
    return this.#registry?.namespace(component, "http")?.default;
  }

  async #dispatch(
    request: HttpActionRequest,
    component: ComponentPath,
    root: RootCall,
  ) {
    const router = this.#routerOf(component);
    const context: ActionCall = {
      component,
      path: "http:default",
      udfType: "HttpAction",
      identity: component === "" ? request.caller.identity : null,
      root,
    };
    return await currentActionCall.run(context, () =>
      dispatchHttp(router, request),
    );
  }

  async #settle(run: () => Promise<string>): Promise<Settled> {
    try {
      return { ok: true, valueJson: await run() };
    } catch (thrown) {
      const root = this.#registry?.deployment.root ?? "/";
      return { ok: false, error: describeError(thrown, root) };
    }
  }

  #result(
    outcome: Settled,
    root: RootCall,
    described: {
      component: ComponentPath;
      path: string;
      udfType: FunctionExecution["udfType"];
      isSystem: boolean;
    },
  ): ExecutionResult {
    root.end("it has returned");
    const { isSystem, ...of } = described;
    return {
      ...outcome,
      requestId: root.requestId,
      logLines: root.logLines,
      ts: "0",
      execution: {
        ...of,
        logLines: root.logLines,
        startedAt: root.startedAt,
        durationMs: Date.now() - root.startedAt,
        error: outcome.ok ? null : outcome.error.message,
        requestId: root.requestId,
        identityType: isSystem ? "system" : identityType(root.caller),
      },
    };
  }
}

/** A component sees its own paths, wherever it is mounted. */
function withoutPrefix(
  request: HttpActionRequest,
  prefix: string,
): HttpActionRequest {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length - 1);
  return { ...request, url: url.href };
}

function invokeIn(
  context: ActionCall,
  loaded: LoadedFunction,
  args: ConvexJson,
): Promise<string> {
  return currentActionCall.run(context, () =>
    invokeValidated(
      withPlainIds(loaded),
      args,
      context.root.requestId,
      noTable,
    ),
  );
}
