import { load } from "../load/load.ts";
import { processTreeCpuMs, residentBytes } from "../procfs.ts";
import { MANY_ROWS, rowsOf } from "../rows.ts";
import { startFloor, startProductOn } from "../systems.ts";
import type { Trial } from "./trial.ts";

export const startTime: Trial = {
  name: "startTime",
  floor: "a Node process with ws that opens the same rows in SQLite",
  rows: [MANY_ROWS],
  lines: [
    {
      title:
        "From starting the process on 1,000,000 documents to the first live result",
      figure: "startMs",
      unit: "ms",
      aim: { of: "product", atMost: 1_000 },
    },
    {
      title: "The server's processor time for this start",
      figure: "startCpuMs",
      unit: "ms",
      aim: { of: "ratio", atMost: 2.5 },
    },
  ],
  async measure(system, setting) {
    const rows = rowsOf(setting, MANY_ROWS);
    const startedAtMs = performance.now();
    const server =
      system === "floor"
        ? await startFloor("rows", setting.template.messageBytes, rows.floorDir)
        : await startProductOn(rows.productDir, setting);
    await load("storm", server, { viewers: 1 });
    const startMs = performance.now() - startedAtMs;
    const startCpuMs = processTreeCpuMs(server.pid);
    const residentMegabytes = residentBytes(server.pid) / 1e6;
    await server.stop();
    return { startMs, startCpuMs, residentMegabytes };
  },
};
