import { setTimeout as sleep } from "node:timers/promises";
import { behaviours } from "./harness/behaviours.ts";
import type { Deployment } from "./harness/deployment.ts";

/** Crons are due every second, so if none has run within this time, none will. */
const NONE_WITHIN_MS = 5_000;
/**
 * Once one cron has run, the other gets this long to follow on a busy machine.
 */
const BOTH_WITHIN_MS = 20_000;

const CRONS = ["interval", "cron", "monthly", "fails"];

/**
 * Waits until two crons have written, or the time limits are over. Returns the crons that have
 * written.
 */
async function ticked(d: Deployment): Promise<string[]> {
  const startedAt = Date.now();
  for (;;) {
    const counts = await Promise.all(
      CRONS.map((cron) => d.query<number>("ticks:count", { cron })),
    );
    const those = CRONS.filter((_, i) => (counts[i] ?? 0) > 0);
    const limitMs = those.length === 0 ? NONE_WITHIN_MS : BOTH_WITHIN_MS;
    if (those.length >= 2 || Date.now() - startedAt > limitMs) return those;
    await sleep(50);
  }
}

behaviours("crons", {}, [
  {
    title: "crons run when they are due and leave nothing when they fail",
    run: ticked,
    differs: {
      convexTest: { is: [] },
      embedded: { is: ["interval", "cron"] },
      why: "crons run; convex-test has none",
      wanted: true,
    },
  },
]);
