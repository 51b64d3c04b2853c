/** `/api/query` and its siblings: one function call per request. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  Caller,
  FunctionCall,
  FunctionRuntime,
  Outcome,
} from "../functions/contract.ts";
import { encodeTs } from "../sync/protocol.ts";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import { HttpError } from "./httpError.ts";
import { readJsonBody } from "./requestBody.ts";
import { sendJson, sendJsonText } from "./responses.ts";

type CallRuntime = Pick<
  FunctionRuntime,
  "runQuery" | "runMutation" | "runAction" | "runAny" | "publishedTs"
>;

/** The status that tells clients that the function itself has failed. */
const functionErrorStatus = 560;

export class FunctionRoutes {
  readonly #runners: ReadonlyMap<
    string,
    (call: FunctionCall) => Promise<Outcome>
  >;
  readonly #runtime: CallRuntime;
  readonly #maxBodyBytes: number;

  constructor(runtime: CallRuntime, options: { maxBodyBytes: number }) {
    this.#runtime = runtime;
    this.#maxBodyBytes = options.maxBodyBytes;
    this.#runners = new Map([
      ["/api/query", (call) => runtime.runQuery(call)],
      // There is one version of the data, the present one.
      ["/api/query_at_ts", (call) => runtime.runQuery(call)],
      ["/api/mutation", (call) => runtime.runMutation(call)],
      ["/api/action", (call) => runtime.runAction(call)],
      ["/api/function", (call) => runtime.runAny(call)],
    ]);
  }

  handles(path: string): boolean {
    return this.#runners.has(path) || path === "/api/query_ts";
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    caller: () => Promise<Caller>,
  ): Promise<void> {
    if (request.method !== "POST") {
      throw new HttpError(405, "MethodNotAllowed", "Use POST.");
    }
    const run = this.#runners.get(path);
    if (run === undefined) {
      request.resume();
      const ts = encodeTs(BigInt(this.#runtime.publishedTs));
      sendJson(response, 200, { ts });
      return;
    }
    const body = await readJsonBody(request, this.#maxBodyBytes);
    const outcome = await run(parseCall(body, await caller()));
    sendJsonText(
      response,
      outcome.ok ? 200 : functionErrorStatus,
      encodeOutcome(outcome),
    );
  }
}

function parseCall(body: unknown, caller: Caller): FunctionCall {
  const fields = asObject(body, "The body");
  const { path, format, componentPath } = fields;
  if (typeof path !== "string") throw badRequest("path must be a string.");
  if (format !== undefined && format !== "convex_encoded_json") {
    throw badRequest("format must be convex_encoded_json.");
  }
  const component = typeof componentPath === "string" ? componentPath : "";
  if (component !== "" && !caller.isAdmin) {
    throw new HttpError(
      403,
      "ComponentsArePrivate",
      "Functions of components are called by the app or by an administrator.",
    );
  }
  const args: unknown = Array.isArray(fields.args)
    ? (fields.args[0] ?? {})
    : (fields.args ?? {});
  return { component, path, args: asObject(args, "args"), caller };
}

function asObject(json: unknown, name: string): ConvexJsonObject {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw badRequest(`${name} must be an object.`);
  }
  // It came out of JSON.parse, so every member is JSON.
  return json as ConvexJsonObject;
}

function badRequest(message: string): HttpError {
  return new HttpError(400, "BadRequest", message);
}

function encodeOutcome(outcome: Outcome): string {
  const logLines = `"logLines":${JSON.stringify(outcome.logLines)}`;
  if (outcome.ok) {
    return `{"status":"success","value":${outcome.valueJson},${logLines}}`;
  }
  const errorData =
    outcome.errorData === undefined
      ? ""
      : `"errorData":${JSON.stringify(outcome.errorData)},`;
  return `{"status":"error","errorMessage":${JSON.stringify(outcome.errorMessage)},${errorData}${logLines}}`;
}
