/**
 * The syscalls behind `ctx.scheduler` in mutations. They write rows within the
 * transaction.
 */
import { convexSizeBytes } from "../../../database/documentSizes.ts";
import { cancelJob, insertJob } from "../scheduler/jobs.ts";
import { resolveAddress } from "../../worker/functionAddress.ts";
import { CallRefused } from "../../worker/functionErrors.ts";
import type { ModuleRegistry } from "../../worker/moduleRegistry.ts";
import {
  finiteNumber,
  objectArg,
  requireMutation,
  stringArg,
  type SyncSyscall,
} from "../../worker/syscalls/syscall.ts";

export function schedulingSyscalls(
  registry: ModuleRegistry,
): Record<string, SyncSyscall> {
  return {
    "1.0/schedule": (call, args) => {
      requireMutation(call, "Scheduling a function");
      const target = resolveAddress(registry, call.component, args);
      if (target.udfType === "Query") {
        throw new CallRefused(
          `Only mutations and actions can be scheduled, and ${target.path} is a query.`,
        );
      }
      const jobArgs = objectArg(args, "args");
      const { usage } = call.transaction;
      usage.add("functionsScheduled", 1);
      usage.add("scheduledFunctionArgsBytes", convexSizeBytes(jobArgs));
      const runAt = finiteNumber(args.ts, "The time to run at") * 1000;
      const jobId = insertJob(call.transaction, {
        owner: call.component,
        component: target.component,
        path: target.path,
        args: jobArgs,
        runAt,
      });
      call.root.earliestJobAt = Math.min(call.root.earliestJobAt, runAt);
      return JSON.stringify(jobId);
    },
    "1.0/cancel_job": (call, args) => {
      requireMutation(call, "Cancelling a scheduled function");
      cancelJob(call.transaction, stringArg(args, "id"), Date.now());
      return "null";
    },
  };
}
