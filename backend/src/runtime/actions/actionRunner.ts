/** Runs actions and HTTP actions within one worker. */
import type { ComponentPath } from "../../database/contract.ts";
import type { TimeSpent } from "../../queues/timeSpent.ts";
import type { ConvexJson } from "../../values/convexJson.ts";
import {
  type ActionCall,
  currentActionCall,
  RootCall,
} from "../worker/callContext.ts";
import { identityType, turnGroupOf } from "../contract/callers.ts";
import { canonicalPath } from "../contract/canonicalPath.ts";
import {
  type FunctionExecution,
  type HttpActionRequest,
  type HttpActionResponse,
  STREAMS_AT_ONCE,
} from "../contract/runtime.ts";
import type { ExecutionResult } from "../messages/executorMessages.ts";
import {
  describeError,
  type ErrorDescription,
  NestedCallError,
  notFound,
  publicNotFound,
} from "../worker/functionErrors.ts";
import { assertUdfType, invokeValidated } from "../worker/loadedFunction.ts";
import type { FunctionInfo } from "../worker/moduleRegistry.ts";
import type { ActionFunctions, OpenedRouter } from "./actionFunctions.ts";
import { identityIn } from "./actionHost.ts";
import type {
  ActionRun,
  HttpActionResult,
  HttpActionRun,
  StreamedResponse,
} from "../messages/actionMessages.ts";
import { dispatchHttp, isRouted } from "./httpDispatch.ts";
import { noTable, withPlainIds } from "./plainIds.ts";
import { Turnstile } from "./turnstile.ts";

/**
 * Limit per worker, because each action holds globals and modules of its own in
 * memory. Nested actions do not count and do not wait.
 */
export const RUNNING_AT_ONCE = 64;

interface Mount {
  readonly component: ComponentPath;
  readonly prefix: string;
  readonly opened: OpenedRouter | null;
}

type Settled =
  | { readonly ok: true; readonly valueJson: string }
  | { readonly ok: false; readonly error: ErrorDescription };

export class ActionRunner {
  readonly #functions: ActionFunctions | null;
  readonly #turnstile: Turnstile;
  /**
   * Admits HTTP actions whose request body is a stream. They are counted apart,
   * so that slow bodies keep no other action out.
   */
  readonly #streams: Turnstile;
  /** The calls that wait for their turn. */
  readonly #inLine = new Set<RootCall>();
  readonly #onBegin: (id: number, root: RootCall) => void;

  /** @param spent the time that each group of callers has used on this thread */
  constructor(
    functions: ActionFunctions | null,
    spent: TimeSpent,
    onBegin: (id: number, root: RootCall) => void,
  ) {
    this.#functions = functions;
    this.#turnstile = new Turnstile(RUNNING_AT_ONCE, spent);
    this.#streams = new Turnstile(STREAMS_AT_ONCE, spent);
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
    const outcome = await this.#settle(root, this.#turnstile, () => {
      const functions = this.#check(run, path);
      const context: ActionCall = {
        component,
        path,
        udfType: "Action",
        identity: caller.identity,
        root,
      };
      return invokeIn(context, functions, call.args);
    });
    return this.#result(outcome, root, {
      component,
      path,
      udfType: "Action",
      isSystem: run.scheduledFunctionId !== null,
    });
  }

  /**
   * `onHead` receives a response whose body is a stream; the action then ends
   * with the stream.
   */
  async runHttp(
    { id, request, requestId }: HttpActionRun,
    onHead: (response: StreamedResponse) => void,
  ): Promise<HttpActionResult> {
    const root = new RootCall(requestId, request.caller, Date.now());
    this.#onBegin(id, root);
    let response: HttpActionResponse | null = null;
    let path = `${request.method} ${new URL(request.url).pathname}`;
    let component: ComponentPath = "";
    const isStream = request.body instanceof ReadableStream;
    const turnstile = isStream ? this.#streams : this.#turnstile;
    const outcome = await this.#settle(root, turnstile, async () => {
      const mount = await this.#mountOf(request);
      component = mount.component;
      const own = withoutPrefix(request, mount.prefix);
      const dispatched = await this.#dispatch(own, mount, root);
      path = dispatched.route;
      const { body } = dispatched.response;
      if (body instanceof ReadableStream) {
        onHead({ ...dispatched.response, body });
        await dispatched.ended;
      } else response = dispatched.response;
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

  /** Answers `ctx.runAction`. */
  async runNested(
    caller: ActionCall,
    target: FunctionInfo,
    args: ConvexJson,
  ): Promise<string> {
    const functions = this.#functions;
    if (functions === null) throw notFound(target.path);
    const context: ActionCall = {
      component: target.component,
      path: target.path,
      udfType: "Action",
      identity: identityIn(caller, target.component),
      root: caller.root,
    };
    try {
      return await invokeIn(context, functions, args);
    } catch (thrown) {
      throw new NestedCallError(
        describeError(thrown, functions.registry.deployment.root),
      );
    }
  }

  #check({ call, isTrusted }: ActionRun, path: string): ActionFunctions {
    const { component, caller } = call;
    const maySeeAll = isTrusted || caller.isAdmin;
    const functions = this.#functions;
    if (functions === null) {
      throw maySeeAll ? notFound(path) : publicNotFound(path);
    }
    const { registry } = functions;
    if (!maySeeAll) registry.requirePublic(component, path);
    assertUdfType(registry.describe(component, path), "Action");
    return functions;
  }

  /**
   * Picks the app if it has a matching route, otherwise the component with the
   * longest matching prefix.
   */
  async #mountOf(request: HttpActionRequest): Promise<Mount> {
    const opened = (await this.#functions?.openRouter("")) ?? null;
    const app: Mount = { component: "", prefix: "/", opened };
    if (isRouted(opened?.router, request)) return app;
    const { pathname } = new URL(request.url);
    const mount = this.#mountsBelow(pathname, app);
    if (mount === app || this.#functions === null) return app;
    opened?.end();
    const router = await this.#functions.openRouter(mount.component);
    return { ...mount, opened: router };
  }

  #mountsBelow(pathname: string, app: Mount): Mount {
    return (this.#functions?.registry.deployment.components ?? [])
      .map(({ path, httpPrefix }) => ({
        component: path,
        prefix: httpPrefix ?? "",
        opened: null,
      }))
      .filter(({ prefix }) => prefix !== "" && pathname.startsWith(prefix))
      .reduce<Mount>(
        (longest, mount) =>
          mount.prefix.length > longest.prefix.length ? mount : longest,
        app,
      );
  }

  async #dispatch(
    request: HttpActionRequest,
    { component, opened }: Mount,
    root: RootCall,
  ) {
    const context: ActionCall = {
      component,
      path: "http:default",
      udfType: "HttpAction",
      identity: component === "" ? request.caller.identity : null,
      root,
    };
    const end = () => opened?.end();
    root.aborted.catch(end);
    try {
      const dispatched = await currentActionCall.run(context, () =>
        dispatchHttp(
          opened?.router,
          request,
          opened?.request ?? ((url, init) => new Request(url, init)),
        ),
      );
      dispatched.ended.then(end, end);
      return dispatched;
    } catch (thrown) {
      end();
      throw thrown;
    }
  }

  /**
   * Takes a call out of the queue. Returns false if the call has already begun.
   */
  withdraw(root: RootCall): boolean {
    if (!this.#inLine.has(root)) return false;
    root.abort(new Error("the caller has left"));
    return true;
  }

  /**
   * Runs an action when its turn comes, and returns how it ended. Stops waiting
   * for it once its time is up, whatever it is still doing.
   */
  async #settle(
    root: RootCall,
    turnstile: Turnstile,
    run: () => Promise<string>,
  ): Promise<Settled> {
    const group = turnGroupOf(root.caller);
    this.#inLine.add(root);
    const begin = () => {
      this.#inLine.delete(root);
      root.assertRunning();
      return Promise.race([run(), root.aborted]);
    };
    try {
      const valueJson = await turnstile.pass(group, begin, root.aborted);
      return { ok: true, valueJson };
    } catch (thrown) {
      const root = this.#functions?.registry.deployment.root ?? "/";
      return { ok: false, error: describeError(thrown, root) };
    } finally {
      this.#inLine.delete(root);
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

/** Removes the prefix: a component sees the same paths wherever it is mounted. */
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
  functions: ActionFunctions,
  args: ConvexJson,
): Promise<string> {
  return currentActionCall.run(context, async () => {
    const loaded = await functions.open(context.component, context.path);
    const { requestId } = context.root;
    return await invokeValidated(
      withPlainIds(loaded),
      args,
      requestId,
      noTable,
    );
  });
}
