/**
 * Tests published components against the real server: `npm run compat [--
 * --only a,b --write]`.
 */
import { UsageError } from "../src/process/commandLine.ts";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { cases } from "./cases.ts";
import { copyApp, installPackages, pinnedVersions } from "./harness/cache.ts";
import type { CompatCase, Outcome } from "./harness/compatCase.ts";
import { withTable } from "./harness/readmeTable.ts";
import { runCase } from "./harness/runCase.ts";
import { linesOf, tableOf } from "./harness/table.ts";
import { typeErrors } from "./harness/typeErrors.ts";
import { type CompatOptions, parseOptions, USAGE } from "./options.ts";

const readme = join(import.meta.dirname, "../README.md");

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** @returns whether every check passed */
async function run({ only, write }: CompatOptions): Promise<boolean> {
  const startedAt = Date.now();
  await installPackages();
  const outcomes = await runCases(
    cases.filter(({ component }) => only.size === 0 || only.has(component)),
  );
  const errors = await typeErrors(outcomes.map((each) => each.compatCase));
  if (errors !== "") say(`FAILED types of the apps:\n${errors}`);
  const table = tableOf(outcomes, await pinnedVersions());
  say(["", ...table, ""].join("\n"));
  if (write) await writeTable(table);
  const failed = outcomes.flatMap(({ failures }) => failures).length;
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  say(`${passed} passed, ${failed} failed in ${seconds} s`);
  return failed === 0 && errors === "";
}

/** Runs one case at a time, because each needs its own server and compiler. */
async function runCases(chosen: readonly CompatCase[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const compatCase of chosen) {
    const { component, checks, app = component } = compatCase;
    const outcome = await runCase(compatCase, await copyApp(app));
    say(`${component}: ${outcome.passed} of ${checks.length}`);
    for (const line of outcome.failures.flatMap(linesOf)) say(line);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function writeTable(table: readonly string[]): Promise<void> {
  const text = withTable(await readFile(readme, "utf8"), table);
  const style = await resolveConfig(readme);
  await writeFile(readme, await format(text, { ...style, filepath: readme }));
}

try {
  const names = cases.map(({ component }) => component);
  const options = parseOptions(process.argv.slice(2), names);
  if (options === null) say(USAGE);
  process.exitCode = options === null || (await run(options)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
