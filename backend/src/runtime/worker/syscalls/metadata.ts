/** The syscalls behind `ctx.auth`, `ctx.meta` and `log`. */
import { convexToJson } from "convex/values";
import type { TransactionUsage } from "../../../database/contract.ts";
import type { RootCall } from "../callContext.ts";
import type { SyncSyscall } from "./syscall.ts";
const NO_FILES = { used: 0, remaining: 0 };

/** Components see no identity, so only the app's own calls depend on it. */
const getUserIdentity: SyncSyscall = (call) => {
  if (call.component !== "") return "null";
  call.root.usedIdentity = true;
  return JSON.stringify(call.identity);
};

const getFunctionMetadata: SyncSyscall = (call) =>
  JSON.stringify({ name: call.path, componentPath: call.component });

const getTransactionMetrics: SyncSyscall = ({ transaction: { usage } }) => {
  const metrics = Object.entries(usage.used).map(([name, used]) => {
    const remaining = usage.remaining(name as keyof TransactionUsage);
    return [name, { used, remaining }] as const;
  });
  return JSON.stringify({
    ...Object.fromEntries(metrics),
    filesWritten: NO_FILES,
    fileWriteBytes: NO_FILES,
    filesRead: NO_FILES,
    fileReadBytes: NO_FILES,
  });
};

export function requestMetadata(root: RootCall): string {
  return JSON.stringify({
    ip: root.caller.ip,
    userAgent: root.caller.userAgent,
    requestId: root.requestId,
    scheduledFunctionId: root.scheduledFunctionId,
    authToken: null,
  });
}

export function deploymentMetadata(): string {
  return JSON.stringify({ name: "embedded", region: null, class: "s16" });
}

/**
 * Answers `log.audit`. convex/server has checked the entry, which is then
 * discarded.
 */
export function auditLog(): string {
  return "null";
}

export const getSnapshotTs: SyncSyscall = (call) =>
  JSON.stringify(convexToJson(call.transaction.beginTs));

export const metadataSyscalls: Record<string, SyncSyscall> = {
  "1.0/getUserIdentity": getUserIdentity,
  "1.0/getFunctionMetadata": getFunctionMetadata,
  "1.0/getTransactionMetrics": getTransactionMetrics,
  "1.0/getRequestMetadata": ({ root }) => requestMetadata(root),
  "1.0/getDeploymentMetadata": deploymentMetadata,
  "1.0/auditLog": auditLog,
};
