import type { ConvexJson } from "../values/convexJson.ts";
import { functionFrames } from "./stackTrace.ts";

/** Refused by the engine, not thrown by user code: shown without "Uncaught". */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
}

export function notFound(path: string): CallRefused {
  return new CallRefused(
    `Could not find function for '${path}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

export interface ErrorDescription {
  /** Without the request id. */
  readonly message: string;
  /** Present for a ConvexError only. */
  readonly data?: ConvexJson;
}

/** What a thrown value tells the caller; `root` is the folder of the deployment. */
export function describeError(thrown: unknown, root: string): ErrorDescription {
  if (thrown instanceof CallRefused) return { message: thrown.message };
  if (isConvexError(thrown)) {
    const data = convexErrorData(thrown);
    const text = typeof data === "string" ? data : JSON.stringify(data);
    return {
      message: `Uncaught ConvexError: ${text}${functionFrames(thrown, root)}`,
      data,
    };
  }
  if (thrown instanceof Error) {
    return {
      message: `Uncaught ${thrown.name}: ${thrown.message}${functionFrames(thrown, root)}`,
    };
  }
  return { message: `Uncaught ${String(thrown)}` };
}

/**
 * The error a nested call rejects with. convex/server rethrows it as a
 * ConvexError exactly when it has `data`, which must be parsed Convex-JSON.
 */
export class NestedCallError extends Error {
  readonly data?: ConvexJson;

  constructor(description: ErrorDescription) {
    super(description.message);
    if ("data" in description) this.data = description.data;
  }
}

/** The text for a client. Outside development only ConvexErrors tell anything. */
export function clientMessage(
  description: ErrorDescription,
  requestId: string,
  options: { redact: boolean },
): string {
  const head = `[Request ID: ${requestId}] Server Error`;
  return options.redact ? head : `${head}\n${description.message}`;
}

function isConvexError(thrown: unknown): thrown is Error & { data: unknown } {
  return thrown instanceof Error && Symbol.for("ConvexError") in thrown;
}

/** The wrappers of convex/server have already replaced `data` by its JSON text. */
function convexErrorData(error: { data: unknown }): ConvexJson {
  return typeof error.data === "string"
    ? // Written by `JSON.stringify(convexToJson(data))` in convex/server.
      (JSON.parse(error.data) as ConvexJson)
    : null;
}
