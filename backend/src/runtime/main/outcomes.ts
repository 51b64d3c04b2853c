/** Turns executions into the results that clients may see. */
import type {
  ExecutionResult,
  LiveUpdate,
} from "../messages/executorMessages.ts";
import type {
  Caller,
  FunctionExecution,
  LiveResult,
  Outcome,
} from "../contract/runtime.ts";
import { clientMessage } from "../worker/functionErrors.ts";

export function outcomeOf(
  result: ExecutionResult,
  caller: Caller,
  isProduction: boolean,
): Outcome {
  const redact = isProduction && !caller.isAdmin;
  const logLines = redact ? [] : result.logLines;
  if (result.ok) return { ok: true, valueJson: result.valueJson, logLines };
  const { error, requestId } = result;
  return {
    ok: false,
    errorMessage: clientMessage(error, requestId, { redact }),
    ...("data" in error && { errorData: error.data }),
    logLines,
  };
}

export function liveResultOf(
  update: LiveUpdate,
  caller: Caller,
  isProduction: boolean,
): LiveResult {
  const { journal, usedIdentity } = update;
  const outcome = outcomeOf(update.result, caller, isProduction);
  return { ...outcome, journal, usedIdentity };
}

/** Builds the result of a call that could not be run to its end. */
export function failedResult(
  message: string,
  execution: FunctionExecution | null = null,
): ExecutionResult {
  return {
    ok: false,
    error: { message },
    requestId: execution?.requestId ?? "none",
    logLines: execution?.logLines ?? [],
    ts: "0",
    execution,
  };
}
