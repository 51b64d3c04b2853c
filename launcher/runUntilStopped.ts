import {
  type Life,
  runUntilStopped as runProcess,
} from "gully-backend/process";
import { StartError } from "./startError.ts";

const STOP_LIMIT_MS = 20_000;

/**
 * Starts a service, and stops it cleanly on Ctrl-C, SIGTERM or SIGHUP; see
 * `Life`.
 */
export async function runUntilStopped(
  start: Parameters<typeof runProcess>[0],
  stopLimitMs = STOP_LIMIT_MS,
): Promise<void> {
  const say: Life["say"] = (line) => console.error(line);
  await runProcess(start, { stopLimitMs, say, explain });
}

/**
 * Returns the text of a StartError. Returns null for any other error, which is
 * shown with its stack.
 */
export function explain(error: unknown): string | null {
  return error instanceof StartError ? error.message : null;
}
