import type { Trial } from "./trial.ts";
import { underLoad } from "./underLoad.ts";

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
  measure: (system, setting) =>
    underLoad(["product", "commit"], setting, "oneByOne", {
      viewers: 1,
      rounds: 2_000,
      "warm-up": 500,
      ...(system === "product" && { others: setting.template.othersFile }),
    }),
};
