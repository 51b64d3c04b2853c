/**
 * Measures one side of one trial in its own process and sends the figures to
 * compare.ts.
 *
 * Usage: node measureOne.ts TRIAL floor|product SETTING
 */
import { machineBusyMs, processTreeCpuMs } from "./procfs.ts";
import type { Setting, SystemName } from "./setting.ts";
import { trials } from "./trials/all.ts";

export interface Measured {
  readonly figures: Readonly<Record<string, number>>;
  /** CPU time that the rest of the machine used during the measurement, as a share of one core. */
  readonly otherCpu: number;
}

const [name, systemName, settingText] = process.argv.slice(2);
const trial = trials.find((one) => one.name === name);
if (trial === undefined) throw new Error(`There is no trial "${name}".`);
// compare.ts always passes valid values.
const system = systemName as SystemName;
const setting = JSON.parse(settingText ?? "{}") as Setting;

const startedAtMs = performance.now();
const busyBeforeMs = machineBusyMs();
const oursBeforeMs = processTreeCpuMs(process.pid);
const figures = await trial.measure(system, setting);
const tookMs = performance.now() - startedAtMs;
const oursMs = processTreeCpuMs(process.pid) - oursBeforeMs;
const otherMs = machineBusyMs() - busyBeforeMs - oursMs;
const measured: Measured = { figures, otherCpu: otherMs / tookMs };
process.send?.(measured);
