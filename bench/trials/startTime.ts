import { load } from "../load/load.ts";
import { residentBytes } from "../procfs.ts";
import { startServer } from "../systems.ts";
import type { Trial } from "./trial.ts";

export const startTime: Trial = {
  name: "startTime",
  title: "From starting the process to the first live result at a viewer",
  floor: "a bare Node process with ws",
  unit: "ms",
  figure: "startMs",
  better: "smaller",
  async measure(system, setting) {
    const startedAtMs = performance.now();
    const server = await startServer(system, "broadcast", setting);
    await load("storm", server, { viewers: 1 });
    const startMs = performance.now() - startedAtMs;
    const residentMegabytes = residentBytes(server.pid) / 1e6;
    await server.stop();
    return { startMs, residentMegabytes };
  },
};
