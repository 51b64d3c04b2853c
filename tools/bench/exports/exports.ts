/**
 * Exports the account of a person with many sounds. The server is killed while
 * it prepares the export, and started again. The floor is the download of the
 * same stored files, one by one.
 */
import { makeFunctionReference } from "convex/server";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  EXPORT_PATH,
  MAX_PIECE_BYTES,
} from "../../../convex/shared/exports.ts";
import type { ExportInfo } from "../../../convex/shared/exports.ts";
import { residentBytes } from "../procfs.ts";
import { endProcess, spawnBackend } from "../product.ts";
import { AdminHttpClient, deploy } from "../scale/seededServer.ts";
import type { Finding, Study } from "../study.ts";
import { MemoryWatch } from "../memoryWatch.ts";
import { type Owner, seedOwner } from "./seedOwner.ts";

const BEATS = { few: 50, full: 200 };
const VERSES = { few: 125, full: 500 };
const MIB = 2 ** 20;
const AIM_MIB = 64;

const start = makeFunctionReference<"mutation">("exports:start");
const mine = makeFunctionReference<
  "query",
  Record<string, never>,
  ExportInfo | null
>("exports:mine");

export const exports: Study = {
  name: "exports",
  async run({ full }) {
    const size = full ? "full" : "few";
    const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-export-"));
    try {
      const counts = { beats: BEATS[size], verses: VERSES[size] };
      return await measure(dataDir, counts);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function measure(
  dataDir: string,
  counts: { beats: number; verses: number },
): Promise<Finding> {
  const owner = await seedAndKill(dataDir, counts);
  const { child, port } = await spawnBackend(dataDir);
  const url = `http://127.0.0.1:${port}`;
  const memory = new MemoryWatch(() => residentBytes(child.pid ?? 0));
  try {
    const [info, preparing] = await memory.during(() => untilReady(url, owner));
    const [, plain] = await memory.during(() => readFiles(url, owner));
    const file = join(dataDir, "export.zip");
    const [, zip] = await memory.during(() =>
      download(url, owner, { file, sizeBytes: info.sizeBytes }),
    );
    execFileSync("unzip", ["-tq", file]);
    execFileSync("python3", ["-m", "zipfile", "-t", file]);
    return finding(
      { ...counts, sizeBytes: info.sizeBytes },
      { preparing, plain, zip },
    );
  } finally {
    await endProcess(child);
  }
}

/** Fills an account and kills the server while it prepares the export. */
async function seedAndKill(
  dataDir: string,
  counts: { beats: number; verses: number },
): Promise<Owner> {
  const { child, port } = await spawnBackend(dataDir);
  const url = `http://127.0.0.1:${port}`;
  const key = await readFile(join(dataDir, "admin_key"), "utf8");
  const adminKey = key.trim();
  await deploy({ url, adminKey, dataDir }, "tools/bench/scale/seed/benchOwner");
  const owner = await seedOwner(url, adminKey, counts);
  const client = clientOf(url, owner);
  await client.mutation(start, {});
  while (((await client.query(mine, {}))?.readCount ?? 0) < 20) await pause(5);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  return owner;
}

function clientOf(url: string, { adminKey, identity }: Owner) {
  const client = new AdminHttpClient(url, { logger: false });
  client.setAdminAuth(adminKey, identity);
  return client;
}

async function untilReady(url: string, owner: Owner): Promise<ExportInfo> {
  const client = clientOf(url, owner);
  for (;;) {
    const info = await client.query(mine, {});
    if (info?.stage === "ready") return info;
    if (!info || info.stage === "failed") throw new Error("The export failed.");
    await pause(100);
  }
}

async function readFiles(url: string, { paths }: Owner): Promise<void> {
  for (const path of paths) {
    const response = await fetch(url + path);
    await response.arrayBuffer();
  }
}

async function download(
  url: string,
  { adminKey, identity }: Owner,
  { file, sizeBytes }: { file: string; sizeBytes: number },
): Promise<void> {
  const acting = Buffer.from(JSON.stringify(identity)).toString("base64");
  const Authorization = `Convex ${adminKey}:${acting}`;
  const handle = await open(file, "w");
  for (let at = 0; at < sizeBytes;) {
    const Range = `bytes=${at}-${at + MAX_PIECE_BYTES - 1}`;
    const headers = { Authorization, Range };
    const response = await fetch(url + EXPORT_PATH, { headers });
    if (response.status === 429) {
      await pause(1000 * Number(response.headers.get("Retry-After")));
      continue;
    }
    if (!response.ok) throw new Error(await response.text());
    const piece = Buffer.from(await response.arrayBuffer());
    await handle.write(piece);
    at += piece.length;
  }
  await handle.close();
}

/** Growth of the server's memory over what it had before, at its highest. */
interface Run {
  readonly grownBytes: number;
  readonly tookMs: number;
}

function finding(
  size: { beats: number; verses: number; sizeBytes: number },
  runs: Record<"preparing" | "plain" | "zip", Run>,
): Finding {
  const { beats, verses, sizeBytes } = size;
  const ratio = (runs.zip.tookMs / runs.plain.tookMs).toFixed(2);
  const row = (name: string, { grownBytes, tookMs }: Run) =>
    `| ${name} | ${(tookMs / 1000).toFixed(1)} s | ${(grownBytes / MIB).toFixed(0)} MiB |`;
  return {
    lines: [
      `${beats} beats and ${verses} verses, a ZIP of ${(sizeBytes / MIB).toFixed(0)} MiB. The server was killed while it prepared the export. \`unzip\` and Python accept the archive. Aim: memory grows by at most ${AIM_MIB} MiB.`,
      "",
      "| part | took | memory grew by |",
      "| --- | --- | --- |",
      row("prepared, after a restart and a minute of silence", runs.preparing),
      row("floor: the stored files, one by one", runs.plain),
      row("the ZIP in pieces", runs.zip),
      "",
      `Download / floor: ${ratio}x.`,
    ],
    figures: { ...size, ...runs },
  };
}
