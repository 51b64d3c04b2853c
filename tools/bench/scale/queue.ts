/**
 * Reads the queue of the moderators, a case, the log and the lists of one person
 * in a small and a large deployment. Counts the documents that each reading
 * gets, which no other work on the machine changes, and measures its time.
 */
import { makeFunctionReference } from "convex/server";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../median.ts";
import { endProcess, spawnBackend } from "../product.ts";
import type { Finding, Study } from "../study.ts";
import { AdminHttpClient, deploy } from "./seededServer.ts";

const SEED_MODULE = "tools/bench/scale/seed/queueSeed";
const SMALL = 1_000;
const LARGE = 10_000;
const FULL = 100_000;
const PEOPLE = 100;
const CASES_PER_CALL = 500;
const CALLS = 60;
const WARM_UP_CALLS = 10;

const addPeople = makeFunctionReference<
  "mutation",
  { count: number },
  string[]
>("benchSeed:addPeople");
const addCases = makeFunctionReference<
  "mutation",
  { from: number; to: number; userIds: string[]; moderatorId: string },
  null
>("benchSeed:addCases");
const openCase = makeFunctionReference<"query", Record<string, never>, string>(
  "benchSeed:openCase",
);
const read = makeFunctionReference<
  "query",
  { what: string; moderatorId: string; personId: string; caseId: string },
  number
>("benchSeed:read");

const READINGS: readonly [what: string, name: string][] = [
  ["nothing", "nothing, which is the cost of the call"],
  ["queue", "the queue"],
  ["case", "a case of a person with half of all decisions"],
  ["log", "the log about this person"],
  ["reports", "the reports of a person who made half of them"],
  ["notices", "the notices of a person with half of all decisions"],
  ["months", "the counters of /transparency"],
];

interface Cost {
  readonly documents: number;
  readonly ms: number;
}

interface Row {
  readonly name: string;
  readonly small: Cost;
  readonly large: Cost;
}

export const queue: Study = {
  name: "queue",
  async run({ full }) {
    console.log("Seeding two deployments; the large one takes its time.");
    const small = await SeededQueue.start(SMALL);
    const large = await SeededQueue.start(full ? FULL : LARGE);
    try {
      const rows: Row[] = [];
      for (const [what, name] of READINGS) {
        const costs = await bothCosts(what, small, large);
        rows.push({ name, ...costs });
      }
      return page(rows, large);
    } finally {
      await small.stop();
      await large.stop();
    }
  },
};

/** Asks both in turn, so that both see the same machine. */
async function bothCosts(what: string, small: SeededQueue, large: SeededQueue) {
  const times = { small: [] as number[], large: [] as number[] };
  const costs = { small: 0, large: 0 };
  for (let call = -WARM_UP_CALLS; call < CALLS; call++) {
    const [one, other] = [await small.read(what), await large.read(what)];
    if (call < 0) continue;
    times.small.push(one.ms);
    times.large.push(other.ms);
    costs.small = one.documents;
    costs.large = other.documents;
  }
  return {
    small: { documents: costs.small, ms: median(times.small) },
    large: { documents: costs.large, ms: median(times.large) },
  };
}

class SeededQueue {
  readonly cases: number;
  readonly seedMs: number;
  readonly #client: AdminHttpClient;
  readonly #args: { moderatorId: string; personId: string; caseId: string };
  readonly #child: ChildProcess;
  readonly #dataDir: string;

  private constructor(
    client: AdminHttpClient,
    args: { moderatorId: string; personId: string; caseId: string },
    { cases, child, dataDir, seedMs }: Running,
  ) {
    this.#client = client;
    this.#args = args;
    this.#child = child;
    this.#dataDir = dataDir;
    this.cases = cases;
    this.seedMs = seedMs;
  }

  static async start(cases: number): Promise<SeededQueue> {
    const startedAtMs = performance.now();
    const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-queue-"));
    const { child, port } = await spawnBackend(dataDir);
    const url = `http://127.0.0.1:${port}`;
    const client = new AdminHttpClient(url, { logger: false });
    const key = await readFile(join(dataDir, "admin_key"), "utf8");
    const adminKey = key.trim();
    await deploy({ url, adminKey, dataDir }, SEED_MODULE);
    client.setAdminAuth(adminKey);
    const count = PEOPLE + 1;
    const people = await client.mutation(addPeople, { count });
    const [moderatorId = "", personId = ""] = people;
    const userIds = people.slice(1);
    for (let from = 0; from < cases; from += CASES_PER_CALL) {
      const to = Math.min(from + CASES_PER_CALL, cases);
      await client.mutation(addCases, { from, to, userIds, moderatorId });
    }
    const caseId = await client.query(openCase, {});
    const seedMs = performance.now() - startedAtMs;
    const args = { moderatorId, personId, caseId };
    return new SeededQueue(client, args, { cases, child, dataDir, seedMs });
  }

  async read(what: string): Promise<Cost> {
    const askedAtMs = performance.now();
    const documents = await this.#client.query(read, { what, ...this.#args });
    return { documents, ms: performance.now() - askedAtMs };
  }

  async stop(): Promise<void> {
    await endProcess(this.#child);
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

interface Running {
  readonly cases: number;
  readonly child: ChildProcess;
  readonly dataDir: string;
  readonly seedMs: number;
}

function page(rows: readonly Row[], { cases, seedMs }: SeededQueue): Finding {
  const lines = [
    `Small: ${SMALL.toLocaleString("en")} cases. Large: ${cases.toLocaleString("en")} cases, seeded in ${Math.round(seedMs / 1_000)} s. One case in ten is open, and one in ten of those is urgent.`,
    `The same ${PEOPLE} people are in both. Documents that one reading gets, and median time of ${CALLS} calls over HTTP, both asked in turn.`,
    "",
    "| reading | small: documents, time | large: documents, time | documents | time |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(
      ({ name, small, large }) =>
        `| ${name} | ${show(small)} | ${show(large)} | ${ratio(large.documents, small.documents)} | ${ratio(large.ms, small.ms)} |`,
    ),
  ];
  return { lines, figures: { rows, cases, seedMs } };
}

const show = ({ documents, ms }: Cost) => `${documents}, ${ms.toFixed(2)} ms`;

const ratio = (large: number, small: number) =>
  small === 0 ? "-" : `${(large / small).toFixed(2)}x`;
