/**
 * Runs trials and studies: `npm run bench [-- NAME...] [--pairs N] [--full]
 * [--profile DIR]`.
 *
 * Trials compare the product with a floor; studies compare it with budgets, and
 * `--full` makes them large. Trial results are saved to results/ only when
 * everything runs.
 */
import { UsageError } from "gully-backend/process";
import { resolve } from "node:path";
import { circumstances } from "./circumstances.ts";
import { compare } from "./compare.ts";
import { compileLoad } from "./load/load.ts";
import { type BenchOptions, parseOptions, usage } from "./options.ts";
import {
  type Comparison,
  rowsFor,
  save,
  saveFinding,
  TABLE_HEAD,
} from "./report.ts";
import { makeMembers, removeMembers } from "./members/members.ts";
import { prepareRows, removeRows } from "./rows.ts";
import { scale } from "./scale/scale.ts";
import type { PreparedRows, Setting } from "./setting.ts";
import { studio, studioBusy } from "./studio/studio.ts";
import type { Study } from "./study.ts";
import { makeTemplate, removeTemplate } from "./template.ts";
import { trials } from "./trials/all.ts";
import type { Trial } from "./trials/trial.ts";
import { recordKey } from "./vitals/recordKey.ts";
import { vitals } from "./vitals/vitals.ts";

/** Measurements that are compared with a budget instead of a floor. */
const STUDIES: readonly Study[] = [
  vitals,
  recordKey,
  scale,
  studio,
  studioBusy,
];

async function measureAll(options: BenchOptions): Promise<void> {
  const { names, full } = options;
  const isChosen = ({ name }: { name: string }) =>
    names.length === 0 || names.includes(name);
  const chosen = trials.filter(isChosen);
  const where = circumstances();
  const comparisons =
    chosen.length > 0 ? await compareAll(chosen, options) : [];
  if (names.length === 0)
    console.log(`\nWritten to ${save(where, comparisons)}`);
  for (const study of STUDIES.filter(isChosen)) {
    const finding = await study.run({ full });
    console.log(`\n${finding.lines.join("\n")}`);
    const name = full ? `${study.name}-full` : study.name;
    console.log(`\nWritten to ${saveFinding(where, name, finding)}`);
  }
}

async function compareAll(
  chosen: readonly Trial[],
  options: BenchOptions,
): Promise<Comparison[]> {
  const setting = await prepare(chosen, options.profileDir);
  try {
    return await compareEach(chosen, setting, options.pairs);
  } finally {
    for (const prepared of Object.values(setting.rows))
      await removeRows(prepared);
    await removeTemplate(setting.template);
    if (setting.members) await removeMembers(setting.members);
  }
}

async function prepare(
  chosen: readonly Trial[],
  profileDir: string | null,
): Promise<Setting> {
  await compileLoad();
  console.log("Preparing the backend and its data.");
  const template = await makeTemplate();
  const rows: Record<number, PreparedRows> = {};
  for (const count of new Set(chosen.flatMap(({ rows = [] }) => rows)))
    rows[count] = await prepareRows(template, count);
  const needsMembers = chosen.some((trial) => trial.needsMembers);
  const members = needsMembers ? await makeMembers() : null;
  return {
    template,
    rows,
    members,
    profileDir: profileDir && resolve(profileDir),
  };
}

async function compareEach(
  chosen: readonly Trial[],
  setting: Setting,
  pairs: number,
): Promise<Comparison[]> {
  const { messageBytes } = setting.template;
  console.log(
    `At most ${pairs} pairs of each, messages of ${messageBytes} bytes.\n\n${TABLE_HEAD}`,
  );
  const comparisons: Comparison[] = [];
  for (const trial of chosen) {
    const comparison = await compare(trial, setting, pairs);
    comparisons.push(comparison);
    console.log(rowsFor(comparison).join("\n"));
  }
  return comparisons;
}

const names = [...trials, ...STUDIES].map(({ name }) => name);
try {
  const options = parseOptions(process.argv.slice(2), names);
  if (options === null) console.log(usage(names));
  else await measureAll(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exit(2);
}
