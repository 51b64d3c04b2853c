import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../harness/fault.ts";
import { killRepeatedly } from "./killRepeatedly.ts";

export const killAtRandom: Fault = {
  id: "F1",
  name: "kill -9 at random moments under load",
  does: "kills the server 500 votes and a moment into a load of 48 voters and restarts it",
  passes: "invariants 1 to 8",
  run: (lab) =>
    killRepeatedly(lab, {
      count: 100 * lab.rounds,
      kill: async (server) => {
        await sleep(lab.random.below(50));
        await server.signal("SIGKILL");
      },
    }),
};
