import { isNativeError, isProxy } from "node:util/types";
import type { ConvexJson } from "../../values/convexJson.ts";
import { functionFrames } from "./stackTrace.ts";
import { textProperty, thrownText } from "./thrownText.ts";

/** A longer error text is cut to this many characters. The `data` of an error is never cut. */
export const MAX_ERROR_LENGTH = 100_000;

/** An error of the engine rather than of user code. Shown without "Uncaught". */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
}

/** For clients, who must not learn whether an internal function of that name exists. */
export function publicNotFound(path: string): CallRefused {
  return missing("public function", path);
}

export function notFound(path: string): CallRefused {
  return missing("function", path);
}

function missing(what: string, path: string): CallRefused {
  return new CallRefused(
    `Could not find ${what} for '${path}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

export function timeoutMessage(path: string, timeoutMs: number): string {
  return `${path} did not return within ${timeoutMs} ms and was ended.`;
}

export interface ErrorDescription {
  /** Does not contain the request id. */
  readonly message: string;
  /** Present only for a ConvexError. */
  readonly data?: ConvexJson;
}

/**
 * Describes a thrown value to the caller. Never throws. `root` is the deployment's folder.
 * Reading the value may run app code, so call this while the time of the
 * function is still limited.
 */
export function describeError(thrown: unknown, root: string): ErrorDescription {
  try {
    return described(thrown, root);
  } catch {
    // Code of the thrown value threw an error itself.
    return { message: `Uncaught ${thrownText(thrown)}` };
  }
}

function described(thrown: unknown, root: string): ErrorDescription {
  if (thrown instanceof CallRefused) return { message: cut(thrown.message) };
  if (!isError(thrown)) {
    return { message: `Uncaught ${cut(thrownText(thrown))}` };
  }
  const frames = functionFrames(thrown, root);
  const data = convexErrorData(thrown);
  if (data !== undefined) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    return { message: `Uncaught ConvexError: ${cut(text)}${frames}`, data };
  }
  const name = textProperty(thrown, "name");
  const message = textProperty(thrown, "message");
  return { message: `Uncaught ${cut(`${name}: ${message}`)}${frames}` };
}

function cut(text: string): string {
  return text.length > MAX_ERROR_LENGTH
    ? `${text.slice(0, MAX_ERROR_LENGTH)} (truncated due to length)`
    : text;
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

/**
 * Builds the text for a client. A redacted text reveals nothing; the client still
 * gets the `data` of a ConvexError.
 */
export function clientMessage(
  description: ErrorDescription,
  requestId: string,
  options: { redact: boolean },
): string {
  const head = `[Request ID: ${requestId}] Server Error`;
  return options.redact ? head : `${head}\n${description.message}`;
}

/** Recognises errors, whichever set of globals their class belongs to. */
function isError(thrown: unknown): thrown is Error {
  // `instanceof` would run a proxy's code.
  return isNativeError(thrown) || (!isProxy(thrown) && thrown instanceof Error);
}

/**
 * Returns the `data` of a ConvexError, and undefined for other errors.
 * convex/server has turned the `data` into JSON text by now.
 */
function convexErrorData(error: Error): ConvexJson | undefined {
  if (!(Symbol.for("ConvexError") in error)) return undefined;
  const text = textProperty(error, "data");
  if (text === "") return null;
  try {
    // convex/server wrote this text with `JSON.stringify(convexToJson(data))`.
    return JSON.parse(text) as ConvexJson;
  } catch {
    return text;
  }
}
