import { load } from "../load/load.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

export const memoryPerViewer: Trial = {
  name: "memoryPerViewer",
  floor: "raw ws connections with the same messages",
  maxPairs: 3,
  lines: [
    {
      title: "Memory per viewer with one live query, 10,000 viewers",
      figure: "kilobytesPerViewer",
      unit: "KB",
      aim: { of: "ratio", atMost: 2 },
    },
  ],
  async measure(system, setting) {
    const server = await startServer(system, "broadcast", setting);
    const figures = await load("memory", server, { viewers: 10_000 });
    await server.stop();
    return figures;
  },
};
