import { load } from "../load/load.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

export const otherLiveQueries: Trial = {
  name: "otherLiveQueries",
  floor: "the product itself without those queries",
  lines: [
    {
      title:
        "Server's processor time for a vote, 10,000 live queries on other items",
      figure: "serverCpuPerVoteMs",
      unit: "ms",
      aim: { of: "ratio", atMost: 1.1 },
    },
    {
      title: "Such a vote, from sending it to its durable answer (p50)",
      figure: "answerP50Ms",
      unit: "ms",
    },
  ],
  async measure(system, setting) {
    const server = await startServer("product", "commit", setting);
    const others: Record<string, string> =
      system === "product" ? { others: setting.template.othersFile } : {};
    const figures = await load("oneByOne", server, {
      viewers: 1,
      rounds: 2_000,
      "warm-up": 500,
      ...others,
    });
    await server.stop();
    return figures;
  },
};
