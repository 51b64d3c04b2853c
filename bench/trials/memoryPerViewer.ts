import { setTimeout as pause } from "node:timers/promises";
import { Crowd } from "../load/crowd.ts";
import { residentBytes } from "../procfs.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

const FIRST_VIEWERS = 200;
const VIEWERS = 4_000;
const SETTLE_MS = 3_000;

export const memoryPerViewer: Trial = {
  name: "memoryPerViewer",
  title: `Memory per viewer with one live query, ${VIEWERS} viewers`,
  floor: "raw ws connections with the same messages",
  unit: "KB",
  figure: "kilobytesPerViewer",
  better: "smaller",
  async measure(system, setting) {
    const server = await startServer(system, "broadcast", setting);
    // What the first viewers cost once (compiled code, buffers) is not per viewer.
    const first = await Crowd.gather(server.target, FIRST_VIEWERS);
    await pause(SETTLE_MS);
    const before = residentBytes(server.pid);
    const crowd = await Crowd.gather(server.target, VIEWERS);
    await pause(SETTLE_MS);
    const after = residentBytes(server.pid);
    first.leave();
    crowd.leave();
    await server.stop();
    return {
      kilobytesPerViewer: (after - before) / VIEWERS / 1_000,
      residentMegabytes: after / 1e6,
    };
  },
};
