import { load } from "../load/load.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

const VIEWERS = 1_000;
const VOTERS = 32;
const SECONDS = 6;

export const votesPerSecond: Trial = {
  name: "votesPerSecond",
  title: `Durable votes per second, ${VOTERS} voters in front of ${VIEWERS} viewers`,
  floor:
    "hand-written ws + better-sqlite3, group commit, newest state as one shared frame",
  unit: "votes/s",
  figure: "votesPerSecond",
  better: "greater",
  async measure(system, setting) {
    const server = await startServer(system, "commit", setting);
    const figures = await load("allAtOnce", server, {
      viewers: VIEWERS,
      voters: VOTERS,
      seconds: SECONDS,
    });
    await server.stop();
    return figures;
  },
};
