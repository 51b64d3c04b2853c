/** The sides of one trial, in turn so that all meet the same weather. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Measured } from "./measureOne.ts";
import type { Comparison } from "./report.ts";
import type { Setting, SystemName } from "./systems.ts";
import type { Trial } from "./trials/trial.ts";

export async function compare(
  trial: Trial,
  setting: Setting,
  pairs: number,
): Promise<Comparison> {
  const floor: Measured[] = [];
  const product: Measured[] = [];
  const peer: Measured[] = [];
  for (let pair = 0; pair < Math.min(pairs, trial.maxPairs ?? pairs); pair++) {
    floor.push(await measure(trial, "floor", setting));
    product.push(await measure(trial, "product", setting));
    if (trial.peer !== undefined)
      peer.push(await measure(trial, "peer", setting));
  }
  return { trial, floor, product, peer };
}

async function measure(
  trial: Trial,
  system: SystemName,
  setting: Setting,
): Promise<Measured> {
  const child = fork(
    join(import.meta.dirname, "measureOne.ts"),
    [trial.name, system, JSON.stringify(setting)],
    { execArgv: [] },
  );
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`${trial.name} of the ${system} ended with code ${code}.`);
  });
  failed.catch(() => undefined);
  // measureOne.ts sends nothing else.
  const told = once(child, "message") as Promise<[Measured]>;
  const [measured] = await Promise.race([told, failed]);
  child.disconnect();
  return measured;
}
