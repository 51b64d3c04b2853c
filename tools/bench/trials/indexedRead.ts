import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { openRows } from "../floor/rowTable.ts";
import { median } from "../median.ts";
import { MANY_ROWS, ROW_COUNTS, rowsOf } from "../rows.ts";
import { startProductOn } from "../systems.ts";
import type { Setting, SystemName } from "../setting.ts";
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

const [smallest, ...larger] = ROW_COUNTS;

export const indexedRead: Trial = {
  name: "indexedRead",
  floor: "a prepared better-sqlite3 statement and JSON.parse, in process",
  rows: ROW_COUNTS,
  lines: [
    readLine(smallest),
    ...larger.map(readLine),
    {
      title: "Three rows by index, inside a query: slowest size / fastest",
      figure: "slowestToFastest",
      unit: "x",
      aim: { of: "product", atMost: 1.6 },
    },
  ],
  async measure(system, setting) {
    const readUs: number[] = [];
    const figures: Record<string, number> = {};
    for (const count of ROW_COUNTS) {
      const us = await measureRead(system, setting, count);
      readUs.push(us);
      figures[figureOf(count)] = us;
    }
    figures.slowestToFastest = Math.max(...readUs) / Math.min(...readUs);
    return figures satisfies Figures;
  },
};

function readLine(count: number): Line {
  return {
    title: `Three rows by index out of ${count.toLocaleString("en")}, inside a query`,
    figure: figureOf(count),
    unit: "us",
    aim: { of: "ratio", atMost: count === MANY_ROWS ? 2 : 3 },
  };
}

function figureOf(count: number): string {
  return `readUsOf${count}`;
}

/** Returns microseconds for one read of three rows. */
async function measureRead(
  system: SystemName,
  setting: Setting,
  count: number,
): Promise<number> {
  switch (system) {
    case "floor":
      return await bareReadUs(rowsOf(setting, count).floorDir, count);
    case "product":
      return await productReadUs(setting, count);
  }
}

async function bareReadUs(floorDir: string, count: number): Promise<number> {
  const table = openRows(floorDir);
  let length = 0;
  const tookMs = await timeRounds(count, async (groups) => {
    for (const group of groups)
      for (const row of table.readGroup(group)) length += row.text.length;
  });
  table.close();
  if (length === 0) throw new Error("Nothing was read.");
  return (tookMs / READS) * 1_000;
}

/** Subtracts the time of an empty call, which leaves the time of the reads. */
async function productReadUs(setting: Setting, count: number): Promise<number> {
  const { productDir } = rowsOf(setting, count);
  const server = await startProductOn(productDir, setting);
  const client = new ConvexHttpClient(`http://127.0.0.1:${server.target.port}`);
  let nonce = 0;
  const read = async (groups: number[]) => {
    await client.query(readGroups, { groups, nonce: nonce++ });
  };
  const emptyMs: number[] = [];
  const tookMs = await timeRounds(count, read, async () => {
    emptyMs.push(await timeMs(() => read([])));
  });
  await server.stop();
  return ((tookMs - settled(emptyMs)) / READS) * 1_000;
}

/** Returns the median time of a round in milliseconds, after the warm-up. */
async function timeRounds(
  count: number,
  read: (groups: number[]) => Promise<void>,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const tookMs: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const groups = someGroups(round, count);
    tookMs.push(await timeMs(() => read(groups)));
    await between();
  }
  return settled(tookMs);
}

async function timeMs(run: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await run();
  return performance.now() - startedAtMs;
}

function settled(tookMs: readonly number[]): number {
  return median(tookMs.slice(-ROUNDS));
}

/** Picks groups all over the table; every side gets the same ones. */
function someGroups(round: number, count: number): number[] {
  const groups = Math.floor(count / 3);
  return Array.from(
    { length: READS },
    (_, i) => ((i + round * READS) * 7_919) % groups,
  );
}
