import type { Trial } from "./trial.ts";
import { underLoad } from "./underLoad.ts";

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
  measure: (system, setting) =>
    underLoad([system, "answer"], setting, "oneByOne", {
      rounds: 1_000,
      "warm-up": 200,
      "gap-ms": 1,
    }),
};
