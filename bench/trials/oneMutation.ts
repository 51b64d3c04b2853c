import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openVotes } from "../floor/voteTable.ts";
import { load } from "../load/load.ts";
import { median } from "../load/percentile.ts";
import { startServer } from "../systems.ts";
import type { Figures, Trial } from "./trial.ts";

const ROUNDS = 500;

export const oneMutation: Trial = {
  name: "oneMutation",
  title: "One mutation alone, from sending it to its durable answer (p50)",
  floor: "the same rows committed by better-sqlite3 in process, no network",
  unit: "ms",
  figure: "answerP50Ms",
  better: "smaller",
  async measure(system, setting) {
    if (system === "floor") return bareCommit();
    const server = await startServer(system, "commit", setting);
    const figures = await load("oneByOne", server, {
      rounds: ROUNDS,
      "gap-ms": 1,
    });
    await server.stop();
    return figures;
  },
};

async function bareCommit(): Promise<Figures> {
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-floor-"));
  const votes = openVotes(join(dataDir, "floor.db"));
  const tookMs: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const startedAtMs = performance.now();
    votes.commit([`user${i}`]);
    tookMs.push(performance.now() - startedAtMs);
  }
  votes.close();
  await rm(dataDir, { recursive: true, force: true });
  return { answerP50Ms: median(tookMs) };
}
