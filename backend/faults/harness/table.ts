/**
 * Runs the rows of the matrix, in parallel where their pace allows it, and
 * formats the results.
 */
import type { Fault, Outcome } from "./fault.ts";

const WIDTHS = [5, 44, 7, 9, 8];
const BUSY_LANES = 2;

export interface Row {
  readonly fault: Fault;
  readonly seconds: number;
  readonly outcome: Outcome;
}

export function tableRow(cells: readonly string[]): string {
  return cells.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0)).join(" ");
}

export function linesOf({ fault, seconds, outcome }: Row): string[] {
  const { runs, seen, violations } = outcome;
  const result = violations.length === 0 ? "passed" : "FAILED";
  const cells = [fault.id, fault.name, String(runs), result];
  const first = tableRow([...cells, seconds.toFixed(1), seen]);
  if (violations.length === 0) return [first];
  return [first, `      must hold: ${fault.passes}`].concat(
    violations.map((violation) => `      ${violation}`),
  );
}

/** Runs all rows and calls `onRow` as each one ends. */
export async function runAll(
  faults: readonly Fault[],
  attempt: (fault: Fault) => Promise<Outcome>,
  onRow: (row: Row) => void,
): Promise<void> {
  const run = async (fault: Fault) => {
    const startedAt = Date.now();
    const outcome = await attempt(fault);
    onRow({ fault, seconds: (Date.now() - startedAt) / 1000, outcome });
  };
  const lane = async (queue: Fault[]) => {
    for (let next = queue.shift(); next; next = queue.shift()) await run(next);
  };
  const of = (pace: Fault["pace"]) =>
    faults.filter((fault) => (fault.pace ?? "busy") === pace);
  const busy = of("busy");
  const lanes = Array.from({ length: BUSY_LANES }, () => lane(busy));
  await Promise.all([...lanes, ...of("idle").map(run)]);
  await lane(of("alone"));
}
