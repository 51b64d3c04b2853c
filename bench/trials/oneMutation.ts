import { load } from "../load/load.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

export const oneMutation: Trial = {
  name: "oneMutation",
  floor: "hand-written ws that commits the same rows with better-sqlite3",
  lines: [
    {
      title: "One mutation alone, from sending it to its durable answer (p50)",
      figure: "answerP50Ms",
      unit: "ms",
      aim: { of: "ratio", atMost: 3 },
    },
  ],
  async measure(system, setting) {
    const server = await startServer(system, "answer", setting);
    const figures = await load("oneByOne", server, {
      rounds: 1_000,
      "warm-up": 200,
      "gap-ms": 1,
    });
    await server.stop();
    return figures;
  },
};
