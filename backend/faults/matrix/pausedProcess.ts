import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { Load } from "../harness/load.ts";

export const pausedProcess: Fault = {
  id: "F10",
  pace: "idle",
  name: "process paused (SIGSTOP)",
  does: "stops the server under load for 30 s; all clients give up their connections half-way and connect again",
  passes: "it continues where it stopped; invariants 1 to 8",
  run: pause,
};

const PAUSE_MS = 30_000;

async function pause({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template);
  const load = new Load(server, "paused");
  await load.acknowledged(20);
  process.kill(server.pid, "SIGSTOP");
  await sleep(PAUSE_MS / 2);
  load.cutAll();
  await sleep(PAUSE_MS / 2);
  process.kill(server.pid, "SIGCONT");
  await load.acknowledged(20);
  await load.finish();
  return {
    runs: 1,
    seen: `${PAUSE_MS / 1000} s, ${load.history.acknowledgedCount} votes acknowledged`,
    violations: violationsOf(load.history),
  };
}
