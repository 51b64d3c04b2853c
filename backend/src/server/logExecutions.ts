import type { Log } from "../log/log.ts";
import { warningsIn } from "../log/warningsIn.ts";
import type { FunctionExecution } from "../runtime/contract/runtime.ts";

const MAIL_ADDRESS = /[^\s<>"']+@[^\s<>"']+/g;

interface Runtime {
  onExecution(listener: (execution: FunctionExecution) => void): void;
}

/**
 * Logs each run of a function, and its warnings. Also warns of scheduled
 * functions that fail: nobody waits for their results, so nobody else would
 * notice. Leaves out addresses.
 */
export function logExecutions(runtime: Runtime, log: Log): void {
  runtime.onExecution(({ identityType, error, ...execution }) => {
    const { path, udfType, durationMs, requestId } = execution;
    const fields = { path, udfType, durationMs, requestId };
    log("debug", "A function ran.", { ...fields, error });
    const [warning] = warningsIn(execution.logLines);
    if (warning !== undefined) {
      const text = warning.replace(MAIL_ADDRESS, "(address)");
      log("warn", "A function warned.", { ...fields, warning: text });
    }
    if (identityType !== "system" || error === null) return;
    const masked = error.replace(MAIL_ADDRESS, "(address)");
    log("warn", "A scheduled function failed.", { ...fields, error: masked });
  });
}
