/** The global `Convex` of the executor: one table of syscalls, routed to the running call. */
import type { ConvexJsonObject } from "../../values/convexJson.ts";
import {
  currentTransactionCall,
  type TransactionCall,
} from "../callContext.ts";
import type { ConvexHost } from "../workerGlobals.ts";
import { documentSyscalls, normalizeId } from "./documents.ts";
import { getSnapshotTs, metadataSyscalls } from "./metadata.ts";
import { queryCleanup, queryStream, querySyscalls } from "./queries.ts";
import type { Syscall, SyncSyscall } from "./syscall.ts";
import { unsupported } from "./unsupported.ts";

const SYNC_SYSCALLS: Readonly<Record<string, SyncSyscall>> = {
  "1.0/queryStream": queryStream,
  "1.0/queryCleanup": queryCleanup,
  "1.0/db/normalizeId": normalizeId,
  "1.0/getSnapshotTs": getSnapshotTs,
};

/** `more` are the families that depend on the deployment. */
export function transactionHost(
  more: Readonly<Record<string, Syscall>>,
  markRunning: (call: TransactionCall) => void,
): ConvexHost {
  const table: Readonly<Record<string, Syscall>> = {
    ...documentSyscalls,
    ...querySyscalls,
    ...metadataSyscalls,
    ...more,
  };
  return {
    syscall: (op, argsText) => {
      const call = runningCall(op);
      const syscall = SYNC_SYSCALLS[op];
      if (!syscall) throw unsupported(op);
      return syscall(call, parseArgs(argsText));
    },
    asyncSyscall: async (op, argsText) => {
      const call = runningCall(op);
      const syscall = table[op];
      if (!syscall) throw unsupported(op);
      while (call.nested !== null) await call.nested;
      call.root.assertRunning();
      const answer = syscall(call, parseArgs(argsText));
      const text = typeof answer === "string" ? answer : await answer;
      markRunning(call);
      return text;
    },
    jsSyscall: (op) => {
      throw unsupported(op);
    },
  };
}

function runningCall(op: string): TransactionCall {
  const call = currentTransactionCall.getStore();
  if (!call) throw new Error(`${op} is called outside of a function.`);
  call.root.assertRunning();
  return call;
}

function parseArgs(argsText: string): ConvexJsonObject {
  // convex/server sends an object.
  return JSON.parse(argsText) as ConvexJsonObject;
}
