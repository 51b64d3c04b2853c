/**
 * `npm run bench [-- NAME...] [--pairs N] [--full] [--profile DIR]`: measures the
 * product beside its floor, then the studies, which have budgets. `--full` makes
 * those large. Of the trials, only a run of all is kept in results/.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { circumstances } from "./circumstances.ts";
import { compare } from "./compare.ts";
import { compileLoad } from "./load/load.ts";
import {
  type Comparison,
  rowsFor,
  save,
  saveFinding,
  tableHead,
} from "./report.ts";
import { type PreparedRows, prepareRows, removeRows } from "./rows.ts";
import { studies } from "./studies.ts";
import type { Setting } from "./systems.ts";
import { makeTemplate, removeTemplate } from "./template.ts";
import { trials } from "./trials/all.ts";

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

async function prepare(): Promise<Setting> {
  await compileLoad();
  console.log("Preparing the backend and its data.");
  const template = await makeTemplate();
  const rows: Record<number, PreparedRows> = {};
  for (const count of new Set(chosen.flatMap(({ rows = [] }) => rows)))
    rows[count] = await prepareRows(template, count);
  const profileDir =
    values.profile === undefined ? null : resolve(values.profile);
  return { template, rows, profileDir };
}

async function compareAll(): Promise<Comparison[]> {
  const setting = await prepare();
  try {
    return await compareChosen(setting);
  } finally {
    for (const prepared of Object.values(setting.rows))
      await removeRows(prepared);
    await removeTemplate(setting.template);
  }
}

async function compareChosen(setting: Setting): Promise<Comparison[]> {
  const { messageBytes } = setting.template;
  console.log(
    `At most ${pairs} pairs of each, messages of ${messageBytes} bytes.\n\n${tableHead}`,
  );
  const comparisons: Comparison[] = [];
  for (const trial of chosen) {
    const comparison = await compare(trial, setting, pairs);
    comparisons.push(comparison);
    console.log(rowsFor(comparison).join("\n"));
  }
  return comparisons;
}

const where = circumstances();
const comparisons = chosen.length > 0 ? await compareAll() : [];
if (positionals.length === 0)
  console.log(`\nWritten to ${save(where, comparisons)}`);
for (const study of chosenStudies) {
  const { full } = values;
  const finding = await study.run({ full });
  console.log(`\n${finding.lines.join("\n")}`);
  const name = full ? `${study.name}-full` : study.name;
  console.log(`\nWritten to ${saveFinding(where, name, finding)}`);
}
