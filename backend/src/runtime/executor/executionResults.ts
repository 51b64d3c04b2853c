/** Turns completed transactions into execution results and live updates. */
import { hash } from "node:crypto";
import { canonicalPath } from "../contract/canonicalPath.ts";
import { newRequestId } from "../contract/requestId.ts";
import { identityType } from "../contract/callers.ts";
import type { FunctionCall } from "../contract/runtime.ts";
import type { Journals } from "./journals.ts";
import type {
  ExecutionResult,
  LiveUpdate,
} from "../messages/executorMessages.ts";
import type { LiveQuery } from "./transactions/queryRuns.ts";
import type { Completed } from "./transactions/transactionRunner.ts";

export function executionResult(
  completed: Completed,
  call: Pick<FunctionCall, "component" | "path" | "caller">,
  options: {
    udfType: "Query" | "Mutation";
    isSystem: boolean;
  },
): ExecutionResult {
  const { root } = completed;
  const outcome = completed.ok
    ? ({ ok: true, valueJson: completed.valueJson } as const)
    : ({ ok: false, error: completed.error } as const);
  return {
    ...outcome,
    requestId: root.requestId,
    logLines: root.logLines,
    ts: completed.ok ? completed.validAt.toString() : "0",
    execution: {
      component: call.component,
      path: canonicalPath(call.path),
      udfType: options.udfType,
      logLines: root.logLines,
      startedAt: root.startedAt,
      durationMs: Math.max(0, Date.now() - root.startedAt),
      error: outcome.ok ? null : outcome.error.message,
      requestId: root.requestId,
      identityType: options.isSystem ? "system" : identityType(call.caller),
    },
  };
}

/**
 * The answer to a mutation that did not run because too many came before it.
 * The client may try again; until then it shows the state without the mutation.
 * The app shows the message of errors with this code.
 */
export function overloaded(): ExecutionResult {
  const message = "Too many attempts. Please try again in a moment.";
  return {
    ok: false,
    error: { message, data: { code: "RATE_LIMITED", message } },
    ...{ requestId: newRequestId(), logLines: [], ts: "0", execution: null },
  };
}

export function liveUpdate(
  live: LiveQuery,
  completed: Completed,
  result: ExecutionResult,
  journals: Journals,
): LiveUpdate {
  const { call, liveId } = live.subscription;
  const { journalIn, journalOut, usedIdentity } = completed.root;
  const journal = completed.ok
    ? journalOut && journals.write(call, journalOut)
    : live.journal;
  const content = result.ok ? result.valueJson : JSON.stringify(result.error);
  // Subscribers are also told of the first run that ends a page where an earlier page ended, even
  // if its rows are equal, because a page chosen now could end elsewhere.
  const flags = [result.ok, usedIdentity, journalIn !== null].map(Number);
  const form = `${flags.join("")}${journal ?? ""}`;
  return {
    liveId,
    result,
    journal,
    usedIdentity,
    fingerprint: hash("sha1", `${form}\n${content}`, "base64"),
  };
}
