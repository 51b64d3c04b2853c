import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import { plainSocket, upgraded } from "../../test/support/rawSocket.ts";
import { becomes, cpuSeconds, descriptorCount } from "../harness/resources.ts";

const LIMIT = 256;
const FLOOD_COUNT = 600;

export const descriptorLimit: Fault = {
  id: "F16",
  pace: "alone",
  name: "connection flood to the descriptor limit",
  does: `allows the server ${LIMIT} descriptors and opens ${FLOOD_COUNT} connections`,
  passes:
    "no crash, no spinning, earlier clients are still served, new ones can connect again afterwards",
  missing: () =>
    spawnSync("prlimit", ["--version"]).error === undefined
      ? null
      : "prlimit is not on this machine",
  run: flood,
};

async function flood({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template);
  const history = new History();
  const voter = new HistoryClient(server.url, "voter", "flood", history);
  await voter.cast("before");
  const descriptors = await descriptorCount(server.pid);
  const { pid } = server;
  execFileSync("prlimit", [`--pid=${pid}`, `--nofile=${LIMIT}:${LIMIT}`]);
  const sockets = Array.from({ length: FLOOD_COUNT }, () => {
    const socket = plainSocket(server.port);
    socket.resume();
    return socket;
  });
  await sleep(500);
  const violations: string[] = [];
  const during = await Promise.race([
    voter.cast("during"),
    sleep(5_000, null, { ref: false }),
  ]);
  if ((during?.answer ?? null) === null) violations.push("A vote got stuck.");
  const share = await busyShare(pid);
  if (share > 0.8) violations.push(`It spins: ${share} of a processor.`);
  const held = await descriptorCount(pid);
  for (const socket of sockets) socket.destroy();
  const isOver = await becomes(async () => {
    const socket = await upgraded(server.port);
    socket?.destroy();
    return socket !== null;
  });
  if (!isOver) violations.push("New clients are still refused.");
  const isFreed = await becomes(
    async () => (await descriptorCount(pid)) <= descriptors + 2,
  );
  if (!isFreed) violations.push("9: descriptors stay open");
  if (!server.isRunning) violations.push("The server ended.");
  if (voter.connections > 1)
    violations.push("An earlier client was disconnected.");
  voter.close();
  const seen = `${held} descriptors held, ${share.toFixed(2)} of a processor`;
  return { runs: FLOOD_COUNT, seen, violations };
}

/** Returns the share of one processor that a process uses, over a second or more. */
async function busyShare(pid: number): Promise<number> {
  const startedAt = performance.now();
  const before = await cpuSeconds(pid);
  await sleep(1_000);
  const used = (await cpuSeconds(pid)) - before;
  return used / ((performance.now() - startedAt) / 1_000);
}
