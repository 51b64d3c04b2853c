import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../../harness/fault.ts";
import { Attacker } from "../../harness/attacker.ts";
import { FaultServer } from "../../harness/faultServer.ts";
import { History } from "../../harness/history.ts";
import { HistoryClient } from "../../harness/historyClient.ts";

const MARKS = "\u0315\u0300".repeat(150_000);
const BACK_WITHIN_MS = 40_000;
const STOP_WITHIN_MS = 20_000;

export const nativeCall: Fault = {
  id: "A1",
  name: "600 KB of combining marks",
  pace: "alone",
  does: "one anonymous query normalises them, which runs native code for minutes that cannot be interrupted",
  passes: `/healthz does not say ok meanwhile, votes go on within ${BACK_WITHIN_MS / 1000} s, a stop ends within ${STOP_WITHIN_MS / 1000} s`,
  run: block,
};

async function block({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template, {
    env: {
      SUPERVISE: "true",
      FUNCTION_TIMEOUT_MS: "2000",
      SHUTDOWN_TIMEOUT_MS: "5000",
    },
  });
  const attacker = new Attacker(server.port);
  const history = new History();
  const voter = new HistoryClient(server.url, "voter", "native", history);
  const violations: string[] = [];
  await voter.cast("before");

  void attacker.call("query", "attacks:normalise", { text: MARKS });
  await sleep(1_000);
  const health = healthWhile(server.url);
  const startedAt = Date.now();
  const vote = await Promise.race([
    voter.cast("meanwhile"),
    sleep(BACK_WITHIN_MS, null, { ref: false }),
  ]);
  const waitedMs = Date.now() - startedAt;
  if (vote === null) violations.push("Votes are still not answered.");
  if (!(await health.stop())) {
    violations.push("/healthz said ok while nothing was answered.");
  }
  const { sentBytes } = attacker;
  void attacker.call("query", "attacks:normalise", { text: MARKS });
  await sleep(500);
  const stoppedAt = Date.now();
  const ended = await Promise.race([
    server.signal("SIGTERM"),
    sleep(STOP_WITHIN_MS, null, { ref: false }),
  ]);
  if (ended === null) violations.push("The server does not stop.");
  const stopMs = Date.now() - stoppedAt;
  attacker.leave();
  voter.close();
  const seen = `${sentBytes} bytes sent; votes again after ${(waitedMs / 1000).toFixed(1)} s, stopped within ${(stopMs / 1000).toFixed(1)} s`;
  return { runs: 2, seen, violations };
}

/**
 * Watches /healthz. `stop` tells whether it reported a problem or failed to
 * answer at any time.
 */
function healthWhile(url: string): { stop(): Promise<boolean> } {
  let isRunning = true;
  let hasComplained = false;
  const looking = (async () => {
    while (isRunning && !hasComplained) {
      const isOk = await fetch(`${url}/healthz`, {
        signal: AbortSignal.timeout(5_000),
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isOk) hasComplained = true;
      await sleep(50);
    }
  })();
  return {
    stop: async () => {
      isRunning = false;
      await looking;
      return hasComplained;
    },
  };
}
