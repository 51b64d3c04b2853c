import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { Load } from "../harness/load.ts";
import { becomes } from "../harness/resources.ts";

const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

export const clockJumps: Fault = {
  id: "F9",
  name: "clock jumps: +1 h, -1 h, -3 years",
  does: "changes the server's clock by libfaketime under load",
  passes:
    "snapshot times never go back, sessions stay alive; invariants 1 to 8",
  missing: () => (existsSync(LIBRARY) ? null : "libfaketime is not installed"),
  run: jump,
};

async function jump({ template }: Lab): Promise<Outcome> {
  const clock = `${template}-clock`;
  await writeFile(clock, "+0");
  await using server = await FaultServer.from(template, {
    env: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  });
  const load = new Load(server, "clock");
  const violations: string[] = [];
  const jumps = ["+1h", "-1h", "-3y"];
  for (const offset of jumps) {
    await load.acknowledged(20);
    // Replaces the file atomically, so that the library never reads half of it.
    await writeFile(`${clock}.next`, offset);
    await rename(`${clock}.next`, clock);
    const hasJumped = await becomes(() => showsOffset(server, offset));
    if (!hasJumped) violations.push(`The clock did not jump by ${offset}.`);
    await load.acknowledged(20);
  }
  await server.signal("SIGKILL");
  await server.start();
  await load.acknowledged(20);
  await load.finish();
  violations.push(...violationsOf(load.history));
  await rm(clock);
  const seen = `${load.history.acknowledgedCount} votes acknowledged, restart at -3 years`;
  return { runs: jumps.length, seen, violations };
}

async function showsOffset(
  { url }: FaultServer,
  offset: string,
): Promise<boolean> {
  const date = (await fetch(`${url}/healthz`)).headers.get("date") ?? "";
  const ahead = (new Date(date).getTime() - Date.now()) / 3_600_000;
  if (offset === "+1h") return ahead > 0.9;
  return offset === "-1h" ? ahead < -0.9 && ahead > -2 : ahead < -20_000;
}
