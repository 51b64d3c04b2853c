import { setTimeout as sleep } from "node:timers/promises";
import { behaviours } from "./harness/behaviours.ts";
import type { Deployment } from "./harness/deployment.ts";

/** Long enough for what is due every second. */
const WAIT_MS = 2_500;

const CRONS = ["interval", "cron", "monthly", "fails"];

/** Which of them have left something, once two have or none will. */
async function ticked(d: Deployment): Promise<string[]> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const counts = await Promise.all(
      CRONS.map((cron) => d.query<number>("ticks:count", { cron })),
    );
    const those = CRONS.filter((_, i) => (counts[i] ?? 0) > 0);
    if (those.length >= 2 || Date.now() > deadline) return those;
    await sleep(50);
  }
}

behaviours("crons", {}, [
  {
    title: "crons run when they are due, and leave nothing when they fail",
    run: ticked,
    differs: {
      convexTest: { is: [] },
      embedded: { is: ["interval", "cron"] },
      why: "crons run; convex-test has none",
      wanted: true,
    },
  },
]);
