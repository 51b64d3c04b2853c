/**
 * Prepares a deployment with the bench app. Every trial gets a fresh copy of
 * it.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "./load/load.ts";
import { deployBenchApp, endProcess, spawnBackend } from "./product.ts";
import { runningServer } from "./systems.ts";
import type { Template } from "./setting.ts";

const OTHER_BEATS = 10_000;
const BEATS_PER_CALL = 2_500;

const seedBeats = makeFunctionReference<
  "mutation",
  { count: number },
  string[]
>("board:seedBeats");

export async function makeTemplate(): Promise<Template> {
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-template-"));
  const { child, port } = await spawnBackend(dataDir);
  await deployBenchApp(port, dataDir);
  const client = new ConvexHttpClient(`http://127.0.0.1:${port}`);
  const [beatId = ""] = await client.mutation(seedBeats, { count: 1 });
  const others: string[] = [];
  while (others.length < OTHER_BEATS)
    others.push(
      ...(await client.mutation(seedBeats, { count: BEATS_PER_CALL })),
    );
  const othersFile = join(dataDir, "otherBeats.txt");
  await writeFile(othersFile, others.join("\n"));
  // Vote on another beat, so that the measured one starts without votes.
  const target = { port, beatId: others[0] ?? "", dialect: "sync" } as const;
  const server = runningServer(child, target);
  const { messageBytes = 0 } = await load("oneByOne", server, {
    viewers: 1,
    rounds: 10,
  });
  await endProcess(child);
  return { dataDir, beatId, othersFile, messageBytes };
}

export async function removeTemplate({ dataDir }: Template): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}
