import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { plainSocket, upgraded } from "../../test/support/rawSocket.ts";
import { becomes } from "../harness/resources.ts";

const HALF_COUNT = 500;

export const halfRequests: Fault = {
  id: "F15",
  pace: "idle",
  name: "slowloris: 500 half requests",
  does: "opens 500 requests that never end their headers",
  passes:
    "a normal client can connect meanwhile; the unfinished requests are closed within 15 s",
  run: dawdle,
};

async function dawdle({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template);
  const sockets = Array.from({ length: HALF_COUNT }, () => {
    const socket = plainSocket(server.port);
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-slow: ");
    socket.resume();
    return socket;
  });
  const startedAt = Date.now();
  const violations: string[] = [];
  const real = await upgraded(server.port);
  if (real === null) violations.push("A normal client cannot connect.");
  real?.destroy();
  await server.query("votes:tally", { beat: "calm" });
  const isOver = await becomes(
    () => sockets.every(({ destroyed }) => destroyed),
    15_000,
  );
  const open = sockets.filter(({ destroyed }) => !destroyed).length;
  if (!isOver) violations.push(`${open} are still open after 15 s.`);
  for (const socket of sockets) socket.destroy();
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  return { runs: HALF_COUNT, seen: `closed after ${seconds} s`, violations };
}
