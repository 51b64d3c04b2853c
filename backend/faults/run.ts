/** `npm run faults [-- --seed N --rounds N --only F1,F7]`: the fault matrix against the real server. */
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Fault, Outcome } from "./harness/fault.ts";
import { FaultServer } from "./harness/faultServer.ts";
import { Random } from "./harness/random.ts";
import { matrix } from "./matrix.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "20261121" },
    rounds: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const seed = Number(values.seed);
const rounds = Number(values.rounds);
const only = new Set(values.only.split(",").filter((id) => id !== ""));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function attempt(fault: Fault, template: string): Promise<Outcome> {
  // Each fault has a sequence of its own: alone it does the same as among others.
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

function row(cells: readonly string[]): string {
  const widths = [5, 44, 7, 9, 8];
  return cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" ");
}

const template = await FaultServer.prepare();
say(`Seed ${seed}, rounds ${rounds}.`);
say(row(["#", "fault", "runs", "result", "seconds", "seen"]));
let passed = 0;
let failed = 0;
try {
  for (const fault of matrix) {
    if (only.size > 0 && !only.has(fault.id)) continue;
    const missing = fault.missing?.() ?? null;
    if (missing !== null) {
      say(row([fault.id, fault.name, "-", "skipped", "-", missing]));
      continue;
    }
    const startedAt = Date.now();
    const { runs, seen, violations } = await attempt(fault, template);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    const isPass = violations.length === 0;
    if (isPass) passed += 1;
    else failed += 1;
    const result = isPass ? "passed" : "FAILED";
    say(row([fault.id, fault.name, String(runs), result, seconds, seen]));
    if (!isPass) say(`      must hold: ${fault.passes}`);
    for (const violation of violations) say(`      ${violation}`);
  }
} finally {
  await rm(template, { recursive: true, force: true });
}
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
