/**
 * Compares vector search with an exact scan written by hand. The product's
 * latency covers a whole action over HTTP; the floor's covers only the loop.
 * Recall is the share of the ten nearest that the product finds.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { rm } from "node:fs/promises";
import { median } from "../median.ts";
import { residentBytes } from "../procfs.ts";
import { endProcess, spawnBackend } from "../product.ts";
import type { Finding, Study } from "../study.ts";
import { DIMENSIONS, embedding, KINDS } from "./embeddings.ts";
import { fillEmbeddings, idOf } from "./filled.ts";
import { ExactScan } from "./exactScan.ts";

const FEW = 10_000;
const MANY = 100_000;
const QUERIES = 20;
const RESULTS = 10;
/** First number of the query vectors, well beyond those of the documents. */
const FIRST_QUERY = 500_000_000;

const similar = makeFunctionReference<
  "action",
  { vector: number[]; kind?: number },
  string[]
>("embeddings:similar");

const ping = makeFunctionReference<
  "query",
  { groups: number[]; nonce: number }
>("board:readGroups");

/** Medians and recall of one kind of search. */
interface Cost {
  readonly floorMs: number;
  readonly productMs: number;
  readonly recall: number;
}

export const vectors: Study = {
  name: "vectors",
  async run({ full }) {
    const count = full ? MANY : FEW;
    const { dataDir, fillMs } = await fillEmbeddings(count);
    const { child, port } = await spawnBackend(dataDir);
    const memory = () => residentBytes(child.pid ?? 0) / 2 ** 20;
    try {
      const client = new ConvexHttpClient(`http://127.0.0.1:${port}`);
      const memoryBefore = memory();
      const [, firstMs] = await timed(() => ask(client, FIRST_QUERY));
      const memoryMib = memory() - memoryBefore;
      const scan = new ExactScan(count);
      const plain = await compare(client, scan, false);
      const filtered = await compare(client, scan, true);
      const queryMs = await queryBesideSearches(client);
      const figures = {
        count,
        fillMs,
        firstMs,
        memoryMib,
        plain,
        filtered,
        queryMs,
      };
      return { lines: page(figures), figures };
    } finally {
      await endProcess(child);
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function compare(
  client: ConvexHttpClient,
  scan: ExactScan,
  isFiltered: boolean,
): Promise<Cost> {
  const floorMs: number[] = [];
  const productMs: number[] = [];
  let found = 0;
  for (let at = 0; at < QUERIES; at += 1) {
    const number = FIRST_QUERY + at;
    const kind = isFiltered ? at % KINDS : null;
    const [nearest, ownMs] = await timed(() =>
      scan.nearest(embedding(number), RESULTS, kind),
    );
    const [ids, ms] = await timed(() => ask(client, number, kind));
    const wanted = new Set(nearest.map(idOf));
    found += ids.filter((id) => wanted.has(id)).length;
    floorMs.push(ownMs);
    productMs.push(ms);
  }
  return {
    floorMs: median(floorMs),
    productMs: median(productMs),
    recall: found / QUERIES / RESULTS,
  };
}

async function ask(
  client: ConvexHttpClient,
  number: number,
  kind: number | null = null,
): Promise<string[]> {
  const vector = embedding(number);
  return await client.action(similar, {
    vector,
    ...(kind !== null && { kind }),
  });
}

/**
 * Median time of an ordinary query in milliseconds while searches keep the
 * server busy.
 */
async function queryBesideSearches(client: ConvexHttpClient): Promise<number> {
  const waits: number[] = [];
  const searches = Promise.all(
    Array.from({ length: QUERIES }, (_, at) => ask(client, FIRST_QUERY + at)),
  );
  for (let nonce = 0; nonce < QUERIES; nonce += 1) {
    const args = { groups: [], nonce };
    const [, ms] = await timed(() => client.query(ping, args));
    waits.push(ms);
  }
  await searches;
  return median(waits);
}

async function timed<T>(work: () => T | Promise<T>): Promise<[T, number]> {
  const startedAtMs = performance.now();
  const result = await work();
  return [result, performance.now() - startedAtMs];
}

interface Figures {
  readonly count: number;
  readonly fillMs: number;
  readonly firstMs: number;
  readonly memoryMib: number;
  readonly plain: Cost;
  readonly filtered: Cost;
  readonly queryMs: number;
}

function page(figures: Figures): Finding["lines"] {
  const { count, fillMs, firstMs, memoryMib, queryMs } = figures;
  return [
    `${count.toLocaleString("en")} vectors of ${DIMENSIONS} dimensions, the ${RESULTS} nearest; the floor is a loop over one Float32Array in process.`,
    "",
    "| search | floor | product, over HTTP | product / floor | recall |",
    "| --- | --- | --- | --- | --- |",
    row("all", figures.plain),
    row(`one of ${KINDS} kinds, by a filter`, figures.filtered),
    "",
    `First search, which loads the index: ${firstMs.toFixed(0)} ms. Memory it takes: ${memoryMib.toFixed(0)} MiB. ` +
      `A query beside ${QUERIES} searches: ${queryMs.toFixed(1)} ms. Import: ${(fillMs / 1000).toFixed(0)} s.`,
  ];
}

function row(name: string, { floorMs, productMs, recall }: Cost): string {
  const ratio = (productMs / floorMs).toFixed(2);
  return `| ${name} | ${floorMs.toFixed(1)} ms | ${productMs.toFixed(1)} ms | ${ratio}x | ${recall.toFixed(3)} |`;
}
