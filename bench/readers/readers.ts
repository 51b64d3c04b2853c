/**
 * Many strangers read public pages at the same time and never pause: the
 * server's memory, what a page costs, and what another reader waits meanwhile.
 */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { median } from "../median.ts";
import { msOfReads } from "../previews/readsMeanwhile.ts";
import { processCpuMs, residentBytes } from "../procfs.ts";
import { startSeededServer } from "../scale/seededServer.ts";
import type { Finding, Study } from "../study.ts";

const BEATS = 60;
const READERS = 48;
/** The requests of one address wait for each other. Linux has all addresses of this network. */
const ADDRESSES = 16;
const FIRST_ADDRESS = 10;
const REST_MS = 3_000;
const LOAD_MS = { few: 40_000, full: 120_000 };
const SAMPLE_MS = 500;
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
  const ids = await beatIds(url);
  const [first = ""] = ids;
  const atRest = await msOfReads(url, first, () => pause(REST_MS));
  const restBytes = residentBytes(pid);
  const cpuBeforeMs = processCpuMs(pid);
  const { result, ...meanwhile } = await msOfReads(url, first, async () => {
    const highest = watchMemory(pid);
    const statuses = await readPagesFor(loadMs, url, ids);
    return { statuses, highestBytes: highest.stop() };
  });
  const cpuMs = processCpuMs(pid) - cpuBeforeMs;
  return { ...result, loadMs, restBytes, cpuMs, atRest, meanwhile };
}

async function beatIds(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/sitemaps/beats-1.xml`);
  const found = (await answer.text()).matchAll(/\/listen\/beats\/([^<]+)</g);
  return [...found].map(([, id = ""]) => id);
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

async function statusOf(
  address: string,
  localAddress: string,
): Promise<number> {
  const request = get(address, { localAddress });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer.statusCode ?? 0;
}

function watchMemory(pid: number) {
  let highestBytes = residentBytes(pid);
  const timer = setInterval(() => {
    highestBytes = Math.max(highestBytes, residentBytes(pid));
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return highestBytes;
    },
  };
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
      "| another address reads | median at rest | median meanwhile | ratio |",
      "| --- | --- | --- | --- |",
      row("a list of beats (query)", "query"),
      row("a public page (HTTP action)", "page"),
    ],
    figures,
  };
}
