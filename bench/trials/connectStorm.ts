import { load } from "../load/load.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

export const connectStorm: Trial = {
  name: "connectStorm",
  floor: "raw ws connections with the same messages",
  lines: [
    {
      title: "10,000 viewers connect, subscribe and have their first result",
      figure: "allLiveMs",
      unit: "ms",
      aim: { of: "ratio", atMost: 2 },
    },
  ],
  async measure(system, setting) {
    const server = await startServer(system, "broadcast", setting);
    const figures = await load("storm", server, { viewers: 10_000 });
    await server.stop();
    return figures;
  },
};
