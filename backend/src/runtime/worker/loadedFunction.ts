import type { ComponentPath } from "../../database/contract.ts";
import type { ConvexJson, ValidatorJSON } from "../../values/convexJson.ts";
import { type TableOfId, validationProblem } from "../../values/validators.ts";
import type { UdfType } from "./callContext.ts";
import { CallRefused } from "./functionErrors.ts";

const MAX_VALUE_LENGTH = 16 * 1024 * 1024;

/** The parts of a function registered with convex/server that the engine uses. */
interface RegisteredFunction {
  isQuery?: boolean;
  isMutation?: boolean;
  isAction?: boolean;
  isPublic?: boolean;
  exportArgs(): string;
  exportReturns(): string;
  readonly invokeQuery: (argsText: string) => Promise<string>;
  readonly invokeMutation: (argsText: string) => Promise<string>;
  invokeAction(requestId: string, argsText: string): Promise<string>;
}

export interface LoadedFunction {
  readonly component: ComponentPath;
  readonly path: string;
  readonly udfType: Exclude<UdfType, "HttpAction">;
  readonly isPublic: boolean;
  readonly args: ValidatorJSON;
  /** Null if results are not validated. */
  readonly returns: ValidatorJSON | null;
  /** Resolves to the Convex-JSON text of the result. */
  invoke(argsText: string, requestId: string): Promise<string>;
}

/** Returns null if the export is not a Convex function. */
export function loadFunction(
  component: ComponentPath,
  path: string,
  exported: unknown,
): LoadedFunction | null {
  if (!isRegistered(exported)) return null;
  return {
    component,
    path,
    isPublic: exported.isPublic === true,
    args: parseValidator(exported.exportArgs()) ?? { type: "any" },
    returns: parseValidator(exported.exportReturns()),
    ...invocation(exported),
  };
}

/**
 * Checks that the result is JSON text. Needed where the app may have replaced the
 * code that makes the text.
 */
export function withCheckedText(loaded: LoadedFunction): LoadedFunction {
  return {
    ...loaded,
    invoke: async (argsText, requestId) => {
      const text: unknown = await loaded.invoke(argsText, requestId);
      if (typeof text === "string" && isJson(text)) return text;
      throw new CallRefused("The function's result is not JSON.");
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function assertUdfType(
  loaded: Pick<LoadedFunction, "path" | "udfType">,
  udfType: LoadedFunction["udfType"],
): void {
  if (loaded.udfType === udfType) return;
  throw new CallRefused(
    `Trying to execute ${loaded.path} as ${udfType}, but it is defined as ${loaded.udfType}.`,
  );
}

/**
 * Validates the arguments, runs the function and validates its result. Must be
 * called within the call's async context.
 */
export async function invokeValidated(
  loaded: LoadedFunction,
  args: ConvexJson,
  requestId: string,
  tableOfId: TableOfId,
): Promise<string> {
  const argsText = JSON.stringify([args]);
  assertSize("Arguments", argsText);
  const problem = validationProblem(loaded.args, args, tableOfId);
  if (problem !== null) {
    throw new CallRefused(`ArgumentValidationError: ${problem}`);
  }
  const resultText: unknown = await loaded.invoke(argsText, requestId);
  // The app may have changed the library's code.
  if (typeof resultText !== "string") {
    throw new CallRefused("The function's result is not JSON.");
  }
  assertSize("The return value", resultText);
  checkResult(loaded, resultText, tableOfId);
  return resultText;
}

function checkResult(
  { returns }: LoadedFunction,
  resultText: string,
  tableOfId: TableOfId,
): void {
  if (returns === null || returns.type === "any") return;
  // The text was made by `JSON.stringify(convexToJson(result))`.
  const result = JSON.parse(resultText) as ConvexJson;
  const problem = validationProblem(returns, result, tableOfId);
  if (problem !== null) {
    throw new CallRefused(`ReturnsValidationError: ${problem}`);
  }
}

function assertSize(what: string, text: string): void {
  if (text.length <= MAX_VALUE_LENGTH) return;
  throw new CallRefused(
    `${what} of the function is too large (${text.length} > maximum length ${MAX_VALUE_LENGTH}).`,
  );
}

function isRegistered(exported: unknown): exported is RegisteredFunction {
  return (
    typeof exported === "function" &&
    "exportArgs" in exported &&
    ("isQuery" in exported ||
      "isMutation" in exported ||
      "isAction" in exported)
  );
}

function invocation(
  registered: RegisteredFunction,
): Pick<LoadedFunction, "udfType" | "invoke"> {
  if (registered.isQuery) {
    return { udfType: "Query", invoke: registered.invokeQuery };
  }
  if (registered.isMutation) {
    return { udfType: "Mutation", invoke: registered.invokeMutation };
  }
  return {
    udfType: "Action",
    invoke: (argsText, requestId) =>
      registered.invokeAction(requestId, argsText),
  };
}

function parseValidator(text: string): ValidatorJSON | null {
  // `exportArgs` and `exportReturns` of convex/server give a validator or null.
  return JSON.parse(text) as ValidatorJSON | null;
}
