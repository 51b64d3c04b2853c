/**
 * Asks a small and a large deployment the same questions in turn. The ratio
 * compares CPU time, because other work on the machine hardly changes it.
 */
import { ConvexHttpClient } from "convex/browser";
import { median } from "../median.ts";
import { processCpuMs } from "../procfs.ts";
import type { Finding, Study } from "../study.ts";
import { type Case, cases, emptyCall } from "./cases.ts";
import { type SeededServer, startSeededServer } from "./seededServer.ts";

const SMALL = 1_000;
const LARGE = 10_000;
const FULL = 100_000;
const BLOCKS = 5;
const CALLS_PER_BLOCK = 60;
const WARM_UP_CALLS = 20;

/** Cost of one case at one size, per call. */
interface Cost {
  readonly latencyMs: number;
  readonly cpuMs: number;
  /** The number of rows in one answer. */
  readonly shown: number;
}

interface Row {
  readonly name: string;
  readonly small: Cost;
  readonly large: Cost;
}

export const scale: Study = {
  name: "scale",
  async run({ full }) {
    console.log("Seeding two deployments; the large one takes its time.");
    const [small, large] = await Promise.all([
      startSeededServer(SMALL),
      startSeededServer(full ? FULL : LARGE),
    ]);
    try {
      return await compareSizes(small, large);
    } finally {
      await small.stop();
      await large.stop();
    }
  },
};

async function compareSizes(
  small: SeededServer,
  large: SeededServer,
): Promise<Finding> {
  const rows: Row[] = [];
  for (const one of [emptyCall, ...cases]) {
    rows.push(await compareCosts(one, small, large));
  }
  const sizes = [small, large].map(({ size, votes, seedMs }) => ({
    size,
    votes,
    seedMs,
  }));
  return { lines: page(rows, small, large), figures: { sizes, rows } };
}

async function compareCosts(
  one: Case,
  small: SeededServer,
  large: SeededServer,
): Promise<Row> {
  const sides = [new Side(one, small), new Side(one, large)] as const;
  for (const side of sides) await side.ask(WARM_UP_CALLS);
  for (const side of sides) side.forget();
  for (let block = 0; block < BLOCKS; block++) {
    for (const side of sides) await side.ask(CALLS_PER_BLOCK);
  }
  return { name: one.name, small: sides[0].cost(), large: sides[1].cost() };
}

class Side {
  readonly #case: Case;
  readonly #server: SeededServer;
  readonly #client: ConvexHttpClient;
  #latenciesMs: number[] = [];
  #cpuMs = 0;
  #shown = 0;
  #calls = 0;

  constructor(one: Case, server: SeededServer) {
    this.#case = one;
    this.#server = server;
    this.#client = new ConvexHttpClient(server.url, { logger: false });
  }

  async ask(calls: number): Promise<void> {
    const cpuBeforeMs = processCpuMs(this.#server.pid);
    for (let i = 0; i < calls; i++) {
      const args = this.#case.args(this.#server, this.#calls++);
      const askedAtMs = performance.now();
      const answer = await this.#client.query(this.#case.query, args);
      this.#latenciesMs.push(performance.now() - askedAtMs);
      this.#shown += shownIn(answer);
    }
    this.#cpuMs += processCpuMs(this.#server.pid) - cpuBeforeMs;
  }

  forget(): void {
    this.#latenciesMs = [];
    this.#cpuMs = 0;
    this.#shown = 0;
  }

  cost(): Cost {
    return {
      latencyMs: median(this.#latenciesMs),
      cpuMs: this.#cpuMs / this.#latenciesMs.length,
      shown: this.#shown / this.#latenciesMs.length,
    };
  }
}

function page(
  rows: readonly Row[],
  small: SeededServer,
  large: SeededServer,
): string[] {
  const sizeOf = ({ size, votes }: SeededServer) =>
    `${size.toLocaleString("en")} beats and people, ${votes.toLocaleString("en")} votes`;
  const worst = rows.toSorted((a, b) => ratio(b) - ratio(a))[0];
  return [
    `Small: ${sizeOf(small)}. Large: ${sizeOf(large)}, seeded in ${Math.round(large.seedMs / 1_000)} s.`,
    `The stock HTTP client asked both in turn, ${BLOCKS * CALLS_PER_BLOCK} calls each: median latency, and processor`,
    "time of the server for one call, of which the ratio is made (budget 2x). Where a small answer has fewer rows, they are part of the ratio.",
    "Half of the people are artists; all beats share one audio file.",
    `The worst is ${worst?.name ?? "none"}: ${worst ? ratio(worst).toFixed(2) : "-"}x.`,
    "",
    "| query | small: latency, cpu, rows | large: latency, cpu, rows | large / small | budget 2x |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(
      (row) =>
        `| ${row.name} | ${show(row.small)} | ${show(row.large)} | ${ratio(row).toFixed(2)}x | ${ratio(row) <= 2 ? "kept" : "missed"} |`,
    ),
  ];
}

const ratio = ({ small, large }: Row) => large.cpuMs / small.cpuMs;

const show = ({ latencyMs, cpuMs, shown }: Cost) =>
  `${latencyMs.toFixed(2)} ms, ${cpuMs.toFixed(2)} ms, ${shown.toFixed(1)}`;

/**
 * Counts the rows of an answer: the `items` of a page or the entries of a list. Null has no rows,
 * any other result has one.
 */
function shownIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer === "object" && answer !== null && "items" in answer)
    return shownIn(answer.items);
  return answer === null ? 0 : 1;
}
