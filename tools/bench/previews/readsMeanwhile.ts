import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { setTimeout as pause } from "node:timers/promises";
import { statusOf } from "../publicPages.ts";

/** Times of reads, in ms. */
export type Reads = readonly number[];

/**
 * The requests of one address wait for each other, so the reader has another
 * one. Linux has every address of this network.
 */
const OTHER_ADDRESS = "127.0.0.2";

const listBeats = makeFunctionReference<"query">("beats:list");
const FIRST_PAGE = { sort: "recent", genre: null, state: null, page: 1 };

/**
 * Reads a list and a public page, one after the other, until `run` has ended.
 * Pauses for `pauseMs` after each page.
 */
export async function msOfReads<Result>(
  url: string,
  beatId: string,
  run: () => Promise<Result>,
  pauseMs = 0,
) {
  const client = new ConvexHttpClient(url, { logger: false });
  const query: number[] = [];
  const page: number[] = [];
  const address = `${url}/listen/beats/${beatId}`;
  let isRunning = true;
  const running = run().finally(() => (isRunning = false));
  while (isRunning) {
    query.push(await msOf(() => client.query(listBeats, FIRST_PAGE)));
    page.push(await msOf(() => readPage(address, OTHER_ADDRESS)));
    await pause(pauseMs);
  }
  return { result: await running, query, page };
}

/** Reads a page, from this or another local address. */
export async function readPage(
  address: string,
  localAddress?: string,
): Promise<void> {
  const status = await statusOf(address, localAddress);
  if (status !== 200) throw new Error(`The page answered ${status}.`);
}

async function msOf(run: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await run();
  return performance.now() - startedAtMs;
}
