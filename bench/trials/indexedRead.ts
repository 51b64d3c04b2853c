import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { openRows } from "../floor/rowTable.ts";
import { median } from "../load/percentile.ts";
import { ROW_COUNTS, rowsOf } from "../rows.ts";
import { type Setting, startProductOn } from "../systems.ts";
import type { Figures, Line, Trial } from "./trial.ts";

const READS = 1_000;
/** A server that has just started runs code that V8 has not compiled yet. */
const WARM_UP_ROUNDS = 100;
const ROUNDS = 15;

const readGroups = makeFunctionReference<
  "query",
  { groups: number[]; nonce: number },
  number
>("board:readGroups");

export const indexedRead: Trial = {
  name: "indexedRead",
  floor: "a prepared better-sqlite3 statement and JSON.parse, in process",
  rows: ROW_COUNTS,
  lines: [
    {
      title: "Three rows by index, inside a query: slowest size / fastest",
      figure: "slowestToFastest",
      unit: "x",
      aim: { of: "product", atMost: 1.6 },
    },
    ...ROW_COUNTS.map((count): Line => ({
      title: `Three rows by index out of ${count.toLocaleString("en")}, inside a query`,
      figure: `readUsOf${count}`,
      unit: "us",
      aim: { of: "ratio", atMost: 3 },
    })),
  ],
  async measure(system, setting) {
    const readUs = new Map<number, number>();
    for (const count of ROW_COUNTS)
      readUs.set(
        count,
        system === "floor"
          ? bareReadUs(rowsOf(setting, count).floorDir, count)
          : await productReadUs(setting, count),
      );
    const all = [...readUs.values()];
    const figures: Record<string, number> = {
      slowestToFastest: Math.max(...all) / Math.min(...all),
    };
    for (const [count, us] of readUs) figures[`readUsOf${count}`] = us;
    return figures satisfies Figures;
  },
};

/** The call itself cancels out: the reads are what remains. */
async function productReadUs(setting: Setting, count: number): Promise<number> {
  const server = await startProductOn(
    rowsOf(setting, count).productDir,
    setting,
  );
  const client = new ConvexHttpClient(`http://127.0.0.1:${server.target.port}`);
  let nonce = 0;
  const timeMs = async (groups: number[]) => {
    const startedAtMs = performance.now();
    await client.query(readGroups, { groups, nonce: nonce++ });
    return performance.now() - startedAtMs;
  };
  const withReads: number[] = [];
  const without: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    withReads.push(await timeMs(someGroups(round, count)));
    without.push(await timeMs([]));
  }
  await server.stop();
  return ((settled(withReads) - settled(without)) / READS) * 1_000;
}

function bareReadUs(floorDir: string, count: number): number {
  const table = openRows(floorDir);
  const tookMs: number[] = [];
  let length = 0;
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const groups = someGroups(round, count);
    const startedAtMs = performance.now();
    for (const group of groups)
      for (const row of table.readGroup(group)) length += row.text.length;
    tookMs.push(performance.now() - startedAtMs);
  }
  table.close();
  if (length === 0) throw new Error("Nothing was read.");
  return (settled(tookMs) / READS) * 1_000;
}

function settled(tookMs: readonly number[]): number {
  return median(tookMs.slice(-ROUNDS));
}

/** Spread over the table, the same for both sides. */
function someGroups(round: number, count: number): number[] {
  const groups = Math.floor(count / 3);
  return Array.from(
    { length: READS },
    (_, i) => ((i + round * READS) * 7_919) % groups,
  );
}
