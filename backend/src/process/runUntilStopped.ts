import { inspect } from "node:util";
import { killProcess } from "./killProcess.ts";
import { onStopSignals } from "./signals.ts";

export interface Life {
  /** Kills the process if stopping takes longer than this. */
  readonly stopLimitMs: number;
  /** Writes one line to the log. */
  readonly say: (line: string) => void;
  /**
   * Returns the message for an expected error, or null for a bug, which is
   * printed with its stack.
   */
  readonly explain: (error: unknown) => string | null;
}

/**
 * Starts a service and stops it on Ctrl-C, SIGTERM or SIGHUP, even while it is still
 * starting. A second Ctrl-C kills the process at once, and so does a stop that
 * takes too long. Sends "ready" to a supervisor once the service is up. Never
 * returns: exits with code 1 and says why if the service cannot start or cannot
 * stop, otherwise with 0.
 */
export async function runUntilStopped(
  start: () => Promise<{ stop(): Promise<void> }>,
  { stopLimitMs, say, explain }: Life,
): Promise<void> {
  let isStopping = false;
  const signalled = new Promise<void>((resolve) => {
    onStopSignals(() => {
      isStopping = true;
      setTimeout(() => {
        say(`Stopping took longer than ${stopLimitMs} ms and is cut short.`);
        killProcess();
      }, stopLimitMs).unref();
      resolve();
    }, killProcess);
  });
  let running: { stop(): Promise<void> };
  try {
    running = await start();
    process.send?.("ready");
  } catch (error) {
    // Ctrl-C also ends child processes of the start, so its failure is
    // expected.
    if (isStopping) process.exit(0);
    process.stderr.write(`${explain(error) ?? inspect(error)}\n`);
    process.exit(1);
  }
  await signalled;
  try {
    await running.stop();
  } catch (error) {
    say(`Stopping failed: ${explain(error) ?? inspect(error)}`);
    process.exit(1);
  }
  process.exit(0);
}
