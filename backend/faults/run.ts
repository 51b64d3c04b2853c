/**
 * Runs the fault matrix against the real server: `npm run faults [-- --seed N
 * --rounds N --only F1,F7]`.
 *
 * Exits with 1 if a fault fails and with 2 for a mistake on the command line.
 */
import { UsageError } from "../src/process/commandLine.ts";
import { rm } from "node:fs/promises";
import { attackTable, stormTable } from "./harness/attackTable.ts";
import type { Fault, Outcome } from "./harness/fault.ts";
import { FaultServer } from "./harness/faultServer.ts";
import { Random } from "./harness/random.ts";
import { linesOf, type Row, runAll, tableRow } from "./harness/table.ts";
import { matrix } from "./matrix.ts";
import { type FaultOptions, parseOptions, USAGE } from "./options.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function attempt(
  fault: Fault,
  template: string,
  { seed, rounds }: FaultOptions,
): Promise<Outcome> {
  // Each fault gets its own random sequence, so it behaves the same alone and
  // among others. The sequence depends on id and name.
  const random = new Random(seed ^ hash(fault.id + fault.name));
  try {
    return await fault.run({ random, template, rounds });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { runs: 0, seen: "", violations: [text] };
  }
}

function hash(text: string): number {
  return [...text].reduce(
    (sum, char) => Math.imul(sum, 31) + char.charCodeAt(0),
    7,
  );
}

function isPossible(fault: Fault): boolean {
  const missing = fault.missing?.() ?? null;
  if (missing === null) return true;
  say(tableRow([fault.id, fault.name, "-", "skipped", "-", missing]));
  return false;
}

async function runMatrix(options: FaultOptions): Promise<number> {
  const { seed, rounds, only } = options;
  const template = await FaultServer.prepare();
  const chosen = matrix.filter(({ id }) => only.size === 0 || only.has(id));
  const rows: Row[] = [];
  const startedAt = Date.now();
  say(`Seed ${seed}, rounds ${rounds}.`);
  say(tableRow(["#", "fault", "runs", "result", "seconds", "seen"]));
  try {
    await runAll(
      chosen.filter(isPossible),
      (fault) => attempt(fault, template, options),
      (row) => {
        rows.push(row);
        for (const line of linesOf(row)) say(line);
      },
    );
  } finally {
    await rm(template, { recursive: true, force: true });
  }
  for (const line of attackTable(rows)) say(line);
  for (const line of stormTable(rows)) say(line);
  const failed = rows.filter(({ outcome }) => outcome.violations.length > 0);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  say(
    `${rows.length - failed.length} passed, ${failed.length} failed in ${seconds} s`,
  );
  return failed.length;
}

try {
  const knownIds = matrix.map(({ id }) => id);
  const options = parseOptions(process.argv.slice(2), knownIds);
  if (options === null) say(USAGE);
  process.exit(options !== null && (await runMatrix(options)) > 0 ? 1 : 0);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  say(error.message);
  process.exit(2);
}
