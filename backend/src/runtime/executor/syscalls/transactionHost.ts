/**
 * The global `Convex` of the executor: one table of syscalls, routed to the
 * running call.
 */
import {
  assertRunning,
  currentTransactionCall,
  type TransactionCall,
} from "../../worker/callContext.ts";
import type { ConvexHost } from "../../worker/convexHost.ts";
import { documentSyscalls, normalizeId } from "./documents.ts";
import {
  getSnapshotTs,
  metadataSyscalls,
} from "../../worker/syscalls/metadata.ts";
import { querySyscalls, streamSyscalls } from "./queries.ts";
import {
  parseArgs,
  type Syscall,
  type SyncSyscall,
} from "../../worker/syscalls/syscall.ts";
import { unsupported } from "../../worker/syscalls/unsupported.ts";

const SYNC_SYSCALLS: Readonly<Record<string, SyncSyscall>> = {
  "1.0/db/normalizeId": normalizeId,
  "1.0/getSnapshotTs": getSnapshotTs,
};

/** `more` has the syscalls that depend on the deployment. */
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
  const ask = (call: TransactionCall, op: string, argsText: string) => {
    const onText = streamSyscalls[op];
    if (onText) return onText(call, argsText);
    const syscall = table[op];
    if (!syscall) throw unsupported(op);
    return syscall(call, parseArgs(argsText));
  };
  const answered = async (call: TransactionCall, answer: Promise<string>) => {
    const settled = answer.then(
      () => undefined,
      () => {
        call.hasFailed = true;
      },
    );
    call.unanswered.add(settled);
    try {
      const text = await answer;
      markRunning(call);
      return text;
    } finally {
      call.unanswered.delete(settled);
    }
  };
  return {
    syscall: (op, argsText) => {
      const call = callOf(op);
      const onText = streamSyscalls[op];
      if (onText) return onText(call, argsText);
      const syscall = SYNC_SYSCALLS[op];
      if (!syscall) throw unsupported(op);
      return syscall(call, parseArgs(argsText));
    },
    asyncSyscall: (op, argsText) => {
      const call = callOf(op);
      const run = () => {
        assertRunning(call);
        return ask(call, op, argsText);
      };
      try {
        const answer = call.nested === null ? run() : afterNested(call, run);
        return typeof answer === "string" ? answer : answered(call, answer);
      } catch (error) {
        call.hasFailed = true;
        throw error;
      }
    },
    jsSyscall: (op) => {
      throw unsupported(op);
    },
  };
}

/**
 * Waits for nested calls first, because only their end decides whether their
 * writes are kept.
 */
async function afterNested(
  call: TransactionCall,
  run: () => string | Promise<string>,
): Promise<string> {
  while (call.nested !== null) await call.nested;
  return await run();
}

function callOf(op: string): TransactionCall {
  const call = currentTransactionCall.getStore();
  if (!call) throw new Error(`${op} is called outside of a function.`);
  assertRunning(call);
  return call;
}
