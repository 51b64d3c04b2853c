import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import {
  CONNECT_MESSAGE,
  textFrame,
  upgraded,
  watchMessage,
} from "../../test/support/rawSocket.ts";
import { becomes, residentMebibytes } from "../harness/resources.ts";

const CLIENTS_COUNT = 5_000;
const WITHIN_SECONDS = 10;

export const reconnectStorm: Fault = {
  id: "F11",
  pace: "alone",
  name: "reconnect storm of 5,000 clients",
  does: "disconnects 5,000 clients with a live query at once; all reconnect at once",
  passes: `all have their result again within ${WITHIN_SECONDS} s, votes go on, memory within 1.5 times; no client is refused`,
  run: storm,
};

async function storm({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template);
  const history = new History();
  const beat = "storm";
  const voter = new HistoryClient(server.url, "voter", beat, history);
  await voter.cast("first");
  const hello = Buffer.concat([
    textFrame(CONNECT_MESSAGE),
    textFrame(watchMessage("votes:tally", { beat })),
  ]);
  const violations: string[] = [];
  const before = await arrive(server.port, hello);
  const calmMebibytes = await residentMebibytes(server.pid);
  for (const socket of before.sockets) socket.destroy();

  const startedAt = Date.now();
  const returning = arrive(server.port, hello);
  const { answer } = await voter.cast("during the storm");
  const { sockets, refused } = await returning;
  const seconds = (Date.now() - startedAt) / 1000;
  const stormMebibytes = await residentMebibytes(server.pid);

  if (answer === null) violations.push("A vote was refused meanwhile.");
  if (refused > 0) violations.push(`${refused} clients were refused.`);
  if (seconds > WITHIN_SECONDS) violations.push(`It took ${seconds} s.`);
  if (stormMebibytes > 1.5 * calmMebibytes) {
    violations.push(
      `9: memory rose from ${calmMebibytes} to ${stormMebibytes} MiB`,
    );
  }
  for (const socket of sockets) socket.destroy();
  await becomes(async () => (await voter.cast("after")).answer !== null);
  voter.close();
  const seen = `${seconds.toFixed(1)} s, ${Math.round(calmMebibytes)} -> ${Math.round(stormMebibytes)} MiB`;
  return { runs: CLIENTS_COUNT, seen, violations };
}

/**
 * Connects all clients at once. Resolves when each has the result of its query.
 */
async function arrive(
  port: number,
  hello: Buffer,
): Promise<{ sockets: Socket[]; refused: number }> {
  const arrivals = await Promise.all(
    Array.from({ length: CLIENTS_COUNT }, async () => {
      const socket = await upgradedAtLast(port);
      if (socket === null) return null;
      const hasResult = new Promise<boolean>((resolve) => {
        socket.on("data", (data: Buffer) => {
          if (data.includes("QueryUpdated")) resolve(true);
        });
        socket.once("close", () => resolve(false));
      });
      socket.write(hello);
      return (await hasResult) ? socket : null;
    }),
  );
  const sockets = arrivals.filter((socket) => socket !== null);
  return { sockets, refused: CLIENTS_COUNT - sockets.length };
}

/** Retries as clients do when the kernel's full queue has rejected them. */
async function upgradedAtLast(port: number): Promise<Socket | null> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const socket = await upgraded(port);
    if (socket !== null) return socket;
    await sleep(100);
  }
  return null;
}
