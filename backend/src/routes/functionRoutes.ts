/**
 * Convex's HTTP API, with one function call per request: `/api/query` and
 * similar endpoints take the function's path in the body,
 * `/api/run/{module}/{function}` takes it in the URL. Scripts and no-code tools
 * use the `json` format; Convex's own clients encode values as
 * `convex_encoded_json`.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Arrivals } from "../queues/arrivals.ts";
import { turnGroupOf } from "../runtime/contract/callers.ts";
import type {
  Caller,
  FunctionCall,
  FunctionRuntime,
  Outcome,
} from "../runtime/contract/runtime.ts";
import { OutcomeUnknownError } from "../runtime/contract/outcomeUnknownError.ts";
import { encodeTs } from "../sync/protocol.ts";
import { parseBoundedJson } from "../values/boundedJson.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import { findSpecialKey, toPlainJson } from "../values/plainJson.ts";
import type { BodyIntake } from "../http/bodyIntake.ts";
import { HttpError } from "../http/httpError.ts";
import { parseJsonBody } from "../http/requestBody.ts";
import { sendJson, sendJsonText } from "../http/responses.ts";

type CallRuntime = Pick<
  FunctionRuntime,
  "runQuery" | "runMutation" | "runAction" | "runAny" | "publishedTs"
>;

const runPrefix = "/api/run/";
const MAX_PATH_LENGTH = 1024;
const SLICE_MS = 1;

/** Encoding of arguments and results; see `plainJson.ts`. */
type Format = "json" | "convex_encoded_json";

/** Tells clients that the function itself failed. */
const functionErrorStatus = 560;

export class FunctionRoutes {
  readonly #runners: ReadonlyMap<
    string,
    (call: FunctionCall) => Promise<Outcome>
  >;
  readonly #runtime: CallRuntime;
  readonly #intake: BodyIntake;
  /**
   * Spreads bursts of calls, so that files, sockets and other callers get their
   * turn.
   */
  readonly #arrivals = new Arrivals(SLICE_MS);

  constructor(runtime: CallRuntime, intake: BodyIntake) {
    this.#runtime = runtime;
    this.#intake = intake;
    this.#runners = new Map([
      ["/api/query", (call) => runtime.runQuery(call)],
      // Only the current version of the data exists.
      ["/api/query_at_ts", (call) => runtime.runQuery(call)],
      ["/api/mutation", (call) => runtime.runMutation(call)],
      ["/api/action", (call) => runtime.runAction(call)],
      ["/api/function", (call) => runtime.runAny(call)],
    ]);
  }

  handles(path: string): boolean {
    return (
      this.#runners.has(path) ||
      path === "/api/query_ts" ||
      path.startsWith(runPrefix)
    );
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
    if (path === "/api/query_ts") {
      request.resume();
      const ts = encodeTs(BigInt(this.#runtime.publishedTs));
      sendJson(response, 200, { ts });
      return;
    }
    const named = path.startsWith(runPrefix) ? functionAt(path) : undefined;
    const sender = await caller();
    await this.#arrivals.turn(turnGroupOf(sender));
    const { format, outcome } = await this.#intake.run(
      request,
      sender,
      this.#intake.maxCallBytes(sender),
      (body) => this.#call(path, named, body, sender),
    );
    sendJsonText(
      response,
      outcome.ok ? 200 : functionErrorStatus,
      encodeOutcome(outcome, format),
    );
  }

  async #call(
    path: string,
    named: string | undefined,
    bytes: Buffer,
    caller: Caller,
  ): Promise<{ format: Format; outcome: Outcome }> {
    const body = parseJsonBody(bytes, parseBoundedJson);
    const fields = asObject(body, "The body");
    const format = parseFormat(fields.format);
    const call = parseCall(named ?? fields.path, fields, format, caller);
    const run = this.#runners.get(path);
    try {
      const outcome = await (run?.(call) ?? this.#runtime.runAny(call));
      return { format, outcome };
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      throw new HttpError(500, "OutcomeUnknown", error.message);
    }
  }
}

/**
 * Returns the function for a path: `/api/run/messages/list` calls
 * `messages:list`.
 */
function functionAt(path: string): string {
  const segments = path.slice(runPrefix.length).split("/").map(decodeSegment);
  const name = segments.pop();
  if (!name || segments.length === 0 || segments.includes(""))
    throw badRequest("The address must be /api/run/{module}/{function}.");
  return `${segments.join("/")}:${name}`;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest("The address cannot be read.");
  }
}

function parseFormat(format: ConvexJson | undefined): Format {
  switch (format) {
    case undefined:
    case "json":
      return "json";
    case "convex_encoded_json":
      return format;
    default:
      throw badRequest("format must be json or convex_encoded_json.");
  }
}

function parseCall(
  path: ConvexJson | undefined,
  { componentPath, args: given }: ConvexJsonObject,
  format: Format,
  caller: Caller,
): FunctionCall {
  if (typeof path !== "string" || path.length > MAX_PATH_LENGTH) {
    throw badRequest(
      `path must be a string of ${MAX_PATH_LENGTH} characters at most.`,
    );
  }
  const component = typeof componentPath === "string" ? componentPath : "";
  if (component !== "" && !caller.isAdmin) {
    throw new HttpError(
      403,
      "ComponentsArePrivate",
      "Only the app and administrators may call functions of components.",
    );
  }
  const args = asObject(
    Array.isArray(given) ? (given[0] ?? {}) : (given ?? {}),
    "args",
  );
  const specialKey = format === "json" ? findSpecialKey(args) : null;
  if (specialKey !== null) {
    throw badRequest(
      `The field "${specialKey.slice(0, 40)}" begins with "$". Arguments in the json format must not have such fields.`,
    );
  }
  return { component, path, args, caller };
}

function asObject(json: unknown, name: string): ConvexJsonObject {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw badRequest(`${name} must be an object.`);
  }
  // JSON.parse returned it, so every member is JSON.
  return json as ConvexJsonObject;
}

function badRequest(message: string): HttpError {
  return new HttpError(400, "BadRequest", message);
}

function encodeOutcome(outcome: Outcome, format: Format): string {
  const encode = format === "json" ? toPlainJson : (json: string) => json;
  const logLines = `"logLines":${JSON.stringify(outcome.logLines)}`;
  if (outcome.ok) {
    return `{"status":"success","value":${encode(outcome.valueJson)},${logLines}}`;
  }
  const errorData =
    outcome.errorData === undefined
      ? ""
      : `"errorData":${encode(JSON.stringify(outcome.errorData))},`;
  return `{"status":"error","errorMessage":${JSON.stringify(outcome.errorMessage)},${errorData}${logLines}}`;
}
