import { load } from "../load/load.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

const VIEWERS = 1_000;
const ROUNDS = 200;
const GAP_MS = 15;

export const voteToLastViewer: Trial = {
  name: "voteToLastViewer",
  title: `One vote at a time, until the last of ${VIEWERS} viewers has it (p50)`,
  floor: "raw ws broadcast of the same bytes, nothing stored",
  unit: "ms",
  figure: "lastViewerP50Ms",
  better: "smaller",
  async measure(system, setting) {
    const server = await startServer(system, "broadcast", setting);
    const figures = await load("oneByOne", server, {
      viewers: VIEWERS,
      rounds: ROUNDS,
      "gap-ms": GAP_MS,
    });
    await server.stop();
    return figures;
  },
};
