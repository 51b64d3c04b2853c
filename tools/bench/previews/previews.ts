/**
 * Draws preview pictures over HTTP, as chat apps ask for them: the first one
 * after a start, later ones, and stored ones. Then many strangers' requests
 * arrive at once, while others read.
 */
import { setTimeout as pause } from "node:timers/promises";
import { residentBytes } from "../procfs.ts";
import { median } from "../median.ts";
import { publicBeatIds } from "../publicPages.ts";
import { type SeededServer, startSeededServer } from "../scale/seededServer.ts";
import type { Finding, Study } from "../study.ts";
import { msOfReads, readPage, type Reads } from "./readsMeanwhile.ts";

const SIZES = { few: 200, full: 1000 };
const ONE_BY_ONE = 40;
const AT_ONCE = 64;
const REST_MS = 2_000;
const AIM_MS = 300;
const AIM_BYTES = 300_000;
const MIB = 2 ** 20;

interface Picture {
  readonly tookMs: number;
  readonly bytes: number;
  /** False if the picture of the site stood in for it. */
  readonly isOwn: boolean;
}

export const previews: Study = {
  name: "previews",
  async run({ full }) {
    const server = await startSeededServer(full ? SIZES.full : SIZES.few);
    try {
      return finding(await measure(server));
    } finally {
      await server.stop();
    }
  },
};

async function measure({ url, pid }: SeededServer) {
  const ids = await publicBeatIds(url);
  const [first, ...rest] = ids;
  if (first === undefined) throw new Error("The site map lists no beats.");
  const cold = await readPicture(url, first);
  const later = await oneByOne(url, rest.splice(0, ONE_BY_ONE));
  const stored = await oneByOne(url, ids.slice(0, ONE_BY_ONE));
  const atRest = await msOfReads(url, first, () => pause(REST_MS));
  const byPages = await msOfReads(url, first, () =>
    inWaves(rest, (id) => readPage(`${url}/listen/beats/${id}`)),
  );
  const memoryBefore = residentBytes(pid);
  const flooded = await msOfReads(url, first, () =>
    inWaves(rest, (id) => readPicture(url, id)),
  );
  const memoryAfter = residentBytes(pid);
  const memory = { memoryBefore, memoryAfter };
  return { cold, later, stored, atRest, byPages, flooded, ...memory };
}

async function readPicture(url: string, id: string): Promise<Picture> {
  const startedAtMs = performance.now();
  const address = `${url}/listen/beats/${id}/preview.png`;
  const answer = await fetch(address, { redirect: "manual" });
  const { byteLength: bytes } = await answer.arrayBuffer();
  const tookMs = performance.now() - startedAtMs;
  if (answer.status !== 200 && answer.status !== 302)
    throw new Error(`A picture was answered with ${answer.status}.`);
  return { tookMs, bytes, isOwn: answer.status === 200 };
}

async function oneByOne(url: string, ids: readonly string[]) {
  const pictures: Picture[] = [];
  for (const id of ids) pictures.push(await readPicture(url, id));
  return pictures;
}

/** Asks for many things at once, again and again. */
async function inWaves<Answer>(
  ids: readonly string[],
  read: (id: string) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    answers.push(...(await Promise.all(ids.slice(at, at + AT_ONCE).map(read))));
  return answers;
}

function finding(figures: Awaited<ReturnType<typeof measure>>): Finding {
  const { cold, later, stored, atRest, byPages, flooded } = figures;
  const { memoryBefore, memoryAfter } = figures;
  const largest = Math.max(...later.map(({ bytes }) => bytes));
  const own = flooded.result.filter(({ isOwn }) => isOwn).length;
  const row = (name: string, pictures: readonly Picture[]) => {
    const times = pictures.map(({ tookMs }) => tookMs);
    const middle = median(times);
    return `| ${name} | ${middle.toFixed(0)} ms | ${Math.max(...times).toFixed(0)} ms | ${AIM_MS} ms | ${middle < AIM_MS ? "yes" : "no"} |`;
  };
  return {
    lines: [
      "Times are those of whole requests over HTTP on one machine.",
      "",
      "| picture | median | slowest | aim | met |",
      "| --- | --- | --- | --- | --- |",
      row("first after a start", [cold]),
      row("drawn later", later),
      row("stored", stored),
      "",
      `The largest has ${largest} bytes (aim: under ${AIM_BYTES}).`,
      "",
      `Then ${byPages.result.length} public pages were asked for, ${AT_ONCE} at a time, and after that ${flooded.result.length} new pictures; ${own} were drawn, and the picture of the site stood in for the others. Meanwhile, someone at another address read:`,
      "",
      "| read | median at rest | median, slowest beside pages | median, slowest beside pictures |",
      "| --- | --- | --- | --- |",
      readRow("a list of beats (query)", [atRest, byPages, flooded], "query"),
      readRow(
        "a public page (HTTP action)",
        [atRest, byPages, flooded],
        "page",
      ),
      "",
      `Memory of the server: ${(memoryBefore / MIB).toFixed(0)} MiB before the pictures of the last step, ${(memoryAfter / MIB).toFixed(0)} MiB after.`,
    ],
    figures,
  };
}

function readRow(
  name: string,
  runs: readonly Record<"query" | "page", Reads>[],
  what: "query" | "page",
) {
  const [rest = [], ...busy] = runs.map((run) => run[what]);
  const cells = busy.map(
    (times) =>
      `${median(times).toFixed(0)} ms, ${Math.max(...times).toFixed(0)} ms`,
  );
  return `| ${name} | ${median(rest).toFixed(0)} ms | ${cells.join(" | ")} |`;
}
