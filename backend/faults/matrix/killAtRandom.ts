import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { violationsOf } from "../harness/invariants.ts";
import { Load } from "../harness/load.ts";

const roundsPerBeat = 5;

export const killAtRandom: Fault = {
  id: "F1",
  name: "kill -9 at random moments under load",
  does: "kills the server 50 to 300 ms into a load of 6 voters and restarts it",
  passes: "invariants 1 to 8",
  run: (lab) => killRepeatedly(lab, 10 * lab.rounds),
};

export async function killRepeatedly(
  { random, template }: Lab,
  kills: number,
  breakage?: string,
): Promise<Outcome> {
  const settings = breakage === undefined ? {} : { breakage };
  await using server = await FaultServer.from(template, settings);
  const violations: string[] = [];
  let acknowledged = 0;
  let done = 0;
  while (done < kills && violations.length === 0) {
    const history = new History();
    const load = new Load(server, `beat ${done}`, history);
    for (let i = 0; i < roundsPerBeat && done < kills; i += 1, done += 1) {
      await load.acknowledged(1);
      await sleep(random.below(300, 50));
      await server.signal("SIGKILL");
      await server.start();
    }
    await load.acknowledged(1);
    await load.finish();
    violations.push(...violationsOf(history));
    acknowledged += history.acknowledgedCount;
  }
  const seen = `${acknowledged} votes acknowledged`;
  return { runs: done, seen, violations };
}
