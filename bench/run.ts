/**
 * `npm run bench [-- NAME...] [--pairs N] [--full] [--profile DIR]`: measures the
 * product beside its floor, the two in turn so that both meet the same weather,
 * and prints ratios; then the studies, which have budgets. `--full` makes those
 * large. Of the trials, only a run of all is kept in results/.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compileLoad } from "./load/load.ts";
import type { Measured } from "./measureOne.ts";

import { makeTemplate } from "./product.ts";
import {
  type Comparison,
  circumstances,
  lineFor,
  save,
  saveFinding,
  tableHead,
} from "./report.ts";
import { studies } from "./studies.ts";
import type { Setting, SystemName } from "./systems.ts";
import { trials } from "./trials/all.ts";
import type { Trial } from "./trials/trial.ts";

const { values, positionals } = parseArgs({
  options: {
    pairs: { type: "string", default: "5" },
    full: { type: "boolean", default: false },
    profile: { type: "string" },
  },
  allowPositionals: true,
});
const pairs = Number(values.pairs);
const isChosen = ({ name }: { name: string }) =>
  positionals.length === 0 || positionals.includes(name);
const chosen = trials.filter(isChosen);
const chosenStudies = studies.filter(isChosen);
const names = [...trials, ...studies].map(({ name }) => name);
if (
  chosen.length + chosenStudies.length === 0 ||
  !Number.isInteger(pairs) ||
  pairs < 1
)
  throw new Error(
    `Usage: npm run bench -- [--pairs 5] [--full] [--profile DIR] [${names.join("|")}]`,
  );

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

async function compare(trial: Trial, setting: Setting): Promise<Comparison> {
  const floor: Measured[] = [];
  const product: Measured[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    floor.push(await measure(trial, "floor", setting));
    product.push(await measure(trial, "product", setting));
  }
  return { trial, floor, product };
}

/** The floor sends as many bytes as the product: so ask the product first. */
async function messageSize(setting: Setting): Promise<number> {
  const [first] = trials;
  if (first === undefined) throw new Error("There are no trials.");
  const { figures } = await measure(first, "product", setting);
  return figures.messageBytes ?? setting.messageBytes;
}

async function compareAll(): Promise<void> {
  await compileLoad();
  console.log("Preparing the backend and its data.");
  const template = await makeTemplate();
  const profileDir =
    values.profile === undefined ? null : resolve(values.profile);
  const bare = { template, messageBytes: 600, profileDir: null };
  const messageBytes = await messageSize(bare);
  const setting = { template, messageBytes, profileDir };
  console.log(
    `${pairs} pairs of each, messages of ${setting.messageBytes} bytes.\n\n${tableHead}`,
  );
  const comparisons: Comparison[] = [];
  for (const trial of chosen) {
    const comparison = await compare(trial, setting);
    comparisons.push(comparison);
    console.log(lineFor(comparison));
  }
  await rm(template.dataDir, { recursive: true, force: true });
  if (positionals.length === 0)
    console.log(`\nWritten to ${save(where, comparisons)}`);
}

const where = circumstances();
if (chosen.length > 0) await compareAll();
for (const study of chosenStudies) {
  const { full } = values;
  const finding = await study.run({ full });
  console.log(`\n${finding.lines.join("\n")}`);
  const name = full ? `${study.name}-full` : study.name;
  console.log(`\nWritten to ${saveFinding(where, name, finding)}`);
}
