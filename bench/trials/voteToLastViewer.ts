import { voteOneByOne } from "../load/measures.ts";
import { processCpuMs } from "../procfs.ts";
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
    const cpuBeforeMs = processCpuMs(server.pid);
    const result = await voteOneByOne(server.target, VIEWERS, ROUNDS, GAP_MS);
    const serverCpuMs = processCpuMs(server.pid) - cpuBeforeMs;
    await server.stop();
    return { ...result, serverCpuPerVoteMs: serverCpuMs / ROUNDS };
  },
};
