/**
 * Runs the sides of one trial in turn, so that all of them see the same machine
 * load.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Measured } from "./measureOne.ts";
import type { Comparison } from "./report.ts";
import type { Setting, SystemName } from "./setting.ts";
import type { Trial } from "./trials/trial.ts";

/** Runs at most `pairs` rounds of floor and product. */
export async function compare(
  trial: Trial,
  setting: Setting,
  pairs: number,
): Promise<Comparison> {
  const floor: Measured[] = [];
  const product: Measured[] = [];
  for (let pair = 0; pair < Math.min(pairs, trial.maxPairs ?? pairs); pair++) {
    floor.push(await measure(trial, "floor", setting));
    product.push(await measure(trial, "product", setting));
  }
  return { trial, floor, product };
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
    throw new Error(`${trial.name} (${system}) exited with code ${code}.`);
  });
  failed.catch(() => undefined);
  // measureOne.ts sends only this message.
  const reported = once(child, "message") as Promise<[Measured]>;
  const [measured] = await Promise.race([reported, failed]);
  child.disconnect();
  return measured;
}
