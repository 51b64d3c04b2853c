import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Attacker } from "../harness/attacker.ts";
import { Bystander, latencyBetween } from "../harness/bystander.ts";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { MemoryGroup } from "../harness/memoryGroup.ts";
import { mebibytes, treeMebibytes } from "../harness/resources.ts";
import { attacks } from "./attacks/all.ts";

const LIMIT_MEBIBYTES = 2_048;
const ROUNDS_COUNT = 30;
const WORST_MS = 5_000;
/** After the attacks, memory may be at most this many times what it was before the first attack. */
const MOST_LEFT = 1.5;
/** Longer than the 75 s after which the server cuts off a client that does not read. */
const REST_MS = 100_000;
const SAMPLE_MS = 200;

/** The attacks that need no settings of their own. */
const common = attacks.flatMap((row) =>
  "attack" in row && row.attack.env === undefined ? [row.attack] : [],
);

export const limitedMemory: Fault = {
  id: "F27",
  name: `${common.length} attacks, ${LIMIT_MEBIBYTES / 1024} GiB of memory`,
  does: "carries out the attacks one after another on one server, in a group of processes with a limit of memory where this machine lets us make one",
  passes: `the server stays alive, a bystander waits at most ${WORST_MS} ms, and after ${REST_MS / 1000} s memory is at most ${MOST_LEFT} times that of the start, when only the bystander had been there`,
  pace: "alone",
  run: attackAll,
};

async function attackAll(lab: Lab): Promise<Outcome> {
  await using group = await MemoryGroup.of(mebibytes(LIMIT_MEBIBYTES));
  const staticDir = await mkdtemp(join(tmpdir(), "faults-site-"));
  await writeFile(join(staticDir, "page.txt"), "x".repeat(20_000));
  try {
    await using server = await FaultServer.from(lab.template, {
      env: { TRUST_PROXY: "true", STATIC_DIR: staticDir },
      within: group?.command ?? [],
    });
    const { seen, violations } = await carryOutAll(server, lab);
    const how = group === null ? "memory only watched" : "memory limited";
    return { runs: common.length, seen: `${seen}, ${how}`, violations };
  } finally {
    await rm(staticDir, { recursive: true });
  }
}

async function carryOutAll(
  server: FaultServer,
  lab: Lab,
): Promise<Pick<Outcome, "seen" | "violations">> {
  const bystander = await Bystander.at(server.url);
  await bystander.roundsSince(0, ROUNDS_COUNT);
  const memory = () => treeMebibytes(server.pid);
  const before = await memory();
  let peak = before;
  const watch = async () => {
    if (server.isRunning) peak = Math.max(peak, await memory());
  };
  const timer = setInterval(() => void watch(), SAMPLE_MS);
  const from = Date.now();
  const violations: string[] = [];
  for (const { id, name, run } of common) {
    if (!server.isRunning) break;
    const attacker = new Attacker(server.port);
    const broken = await run({ attacker, server, lab });
    attacker.leave();
    violations.push(...broken.map((text) => `${id} ${name}: ${text}`));
  }
  const { worstMs, slowest } = latencyBetween(
    bystander.rounds,
    from,
    Date.now(),
  );
  if (server.isRunning) await sleep(REST_MS);
  clearInterval(timer);
  const after = server.isRunning ? await memory() : 0;
  violations.push(...(await bystander.leave()));
  if (!server.isRunning) violations.push("The server ended.");
  if (worstMs > WORST_MS)
    violations.push(
      `A bystander waited ${Math.round(worstMs)} ms: ${slowest}.`,
    );
  if (peak > LIMIT_MEBIBYTES)
    violations.push(`9: memory was ${Math.round(peak)} MiB.`);
  if (after > MOST_LEFT * before)
    violations.push(`9: ${Math.round(after)} MiB are left.`);
  const sizes = [before, peak, after].map((size) => `${Math.round(size)}`);
  const seen = `${sizes.join(" -> ")} MiB, at most ${Math.round(worstMs)} ms`;
  return { seen, violations };
}
