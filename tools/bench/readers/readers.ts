/**
 * Many strangers read public pages at the same time and never pause: the
 * server's memory, what a page costs, and what another reader waits meanwhile.
 */
import { setTimeout as pause } from "node:timers/promises";
import { median } from "../median.ts";
import { MemoryWatch } from "../memoryWatch.ts";
import { msOfReads } from "../previews/readsMeanwhile.ts";
import { publicBeatIds, statusOf } from "../publicPages.ts";
import { processCpuMs, residentBytes } from "../procfs.ts";
import { startSeededServer } from "../scale/seededServer.ts";
import type { Finding, Study } from "../study.ts";

const BEATS = 60;
const READERS = 48;
/** The requests of one address wait for each other. Linux has all addresses of this network. */
const ADDRESSES = 16;
const FIRST_ADDRESS = 10;
const REST_MS = 5_000;
/** A person looks at a page for at least this long. */
const PAUSE_MS = 500;
const LOAD_MS = { few: 40_000, full: 120_000 };
const MIB = 2 ** 20;

export const readers: Study = {
  name: "readers",
  async run({ full }) {
    const server = await startSeededServer(BEATS);
    try {
      return finding(await measure(server, full ? LOAD_MS.full : LOAD_MS.few));
    } finally {
      await server.stop();
    }
  },
};

async function measure(
  { url, pid }: { url: string; pid: number },
  loadMs: number,
) {
  const ids = await publicBeatIds(url);
  const [first = ""] = ids;
  const atRest = await msOfReads(url, first, () => pause(REST_MS), PAUSE_MS);
  const restBytes = residentBytes(pid);
  const cpuBeforeMs = processCpuMs(pid);
  const memory = new MemoryWatch(() => residentBytes(pid));
  const { result, ...meanwhile } = await msOfReads(
    url,
    first,
    () => memory.during(() => readPagesFor(loadMs, url, ids)),
    PAUSE_MS,
  );
  const [statuses, { grownBytes }] = result;
  const cpuMs = processCpuMs(pid) - cpuBeforeMs;
  const highestBytes = restBytes + grownBytes;
  const memories = { restBytes, highestBytes };
  return { statuses, loadMs, ...memories, cpuMs, atRest, meanwhile };
}

/** Returns how many pages were answered with each status. */
async function readPagesFor(
  loadMs: number,
  url: string,
  ids: readonly string[],
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const endsAtMs = performance.now() + loadMs;
  const reading = Array.from({ length: READERS }, async (_, reader) => {
    const localAddress = `127.0.0.${FIRST_ADDRESS + (reader % ADDRESSES)}`;
    for (let n = reader; performance.now() < endsAtMs; n++) {
      const address = `${url}/listen/beats/${ids[n % ids.length]}`;
      const status = await statusOf(address, localAddress);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  await Promise.all(reading);
  return statuses;
}

function finding(figures: Awaited<ReturnType<typeof measure>>): Finding {
  const { statuses, loadMs, restBytes, highestBytes, cpuMs } = figures;
  const pages = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const read = statuses[200] ?? 0;
  const row = (name: string, what: "query" | "page") => {
    const rest = median(figures.atRest[what]);
    const busy = median(figures.meanwhile[what]);
    return `| ${name} | ${rest.toFixed(0)} ms | ${busy.toFixed(0)} ms | ${(busy / rest).toFixed(1)}x |`;
  };
  const mib = (bytes: number) => `${(bytes / MIB).toFixed(0)} MiB`;
  return {
    lines: [
      `${READERS} readers at ${ADDRESSES} addresses read public pages for ${loadMs / 1000} s.`,
      "",
      "| figure | value |",
      "| --- | --- |",
      `| pages read | ${pages}, ${((pages * 1000) / loadMs).toFixed(0)} in a second |`,
      `| answered with another status than 200 | ${pages - read} |`,
      `| CPU time of the server for a page | ${(cpuMs / pages).toFixed(1)} ms |`,
      `| memory of the server at rest | ${mib(restBytes)} |`,
      `| the most meanwhile | ${mib(highestBytes)}, ${(highestBytes / restBytes).toFixed(1)}x |`,
      "",
      `| another address reads, with pauses of ${PAUSE_MS} ms | median at rest | median meanwhile | ratio |`,
      "| --- | --- | --- | --- |",
      row("a list of beats (query)", "query"),
      row("a public page (HTTP action)", "page"),
    ],
    figures,
  };
}
