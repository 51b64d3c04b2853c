/** From a completed transaction to what is told about it. */
import { hash } from "node:crypto";
import { canonicalPath } from "../canonicalPath.ts";
import type { Caller, FunctionCall, FunctionExecution } from "../contract.ts";
import { describeError } from "../functionErrors.ts";
import type { ExecutionResult, LiveUpdate } from "./executorMessages.ts";
import type { LiveQuery } from "./liveQueries.ts";
import type { Completed } from "./transactionRunner.ts";

export function executionResult(
  completed: Completed,
  call: Pick<FunctionCall, "component" | "path" | "caller">,
  options: {
    udfType: "Query" | "Mutation";
    deploymentRoot: string;
    isSystem: boolean;
  },
): ExecutionResult {
  const { root } = completed;
  const outcome = completed.ok
    ? ({ ok: true, valueJson: completed.valueJson } as const)
    : ({
        ok: false,
        error: describeError(completed.thrown, options.deploymentRoot),
      } as const);
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

export function identityType(
  caller: Caller,
): FunctionExecution["identityType"] {
  if (caller.isAdmin) return "admin";
  return caller.identity === null ? "none" : "user";
}

export function liveUpdate(
  live: LiveQuery,
  completed: Completed,
  result: ExecutionResult,
): LiveUpdate {
  const { journalOut, usedIdentity } = completed.root;
  const journal = completed.ok
    ? journalOut && JSON.stringify({ endCursor: journalOut })
    : live.journal;
  const told = result.ok ? result.valueJson : JSON.stringify(result.error);
  const form = `${result.ok ? 1 : 0}${usedIdentity ? 1 : 0}${journal ?? ""}`;
  return {
    liveId: live.subscription.liveId,
    result,
    journal,
    usedIdentity,
    fingerprint: hash("sha1", `${form}\n${told}`, "base64"),
  };
}

/** `endCursor` of a journal that a client may have sent; null for none or a strange one. */
export function journalCursor(journal: string | null): string | null {
  if (journal === null) return null;
  try {
    const parsed: unknown = JSON.parse(journal);
    const isJournal =
      typeof parsed === "object" && parsed !== null && "endCursor" in parsed;
    return isJournal && typeof parsed.endCursor === "string"
      ? parsed.endCursor
      : null;
  } catch {
    return null;
  }
}
