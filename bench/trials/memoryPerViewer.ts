import { load } from "../load/load.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

const VIEWERS = 10_000;

export const memoryPerViewer: Trial = {
  name: "memoryPerViewer",
  title: `Memory per viewer with one live query, ${VIEWERS} viewers`,
  floor: "raw ws connections with the same messages",
  unit: "KB",
  figure: "kilobytesPerViewer",
  better: "smaller",
  async measure(system, setting) {
    const server = await startServer(system, "broadcast", setting);
    const figures = await load("memory", server, { viewers: VIEWERS });
    await server.stop();
    return figures;
  },
};
