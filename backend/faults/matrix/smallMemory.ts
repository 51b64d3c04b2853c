import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { readBeat } from "../harness/load.ts";
import {
  CONNECT_MESSAGE,
  textFrame,
  upgradedFrom,
  watchMessage,
} from "../../test/support/rawSocket.ts";

const HEAP_MEBIBYTES = 128;
const CLIENTS_COUNT = 3_000;
const CLIENTS_AT_ONCE = 50;
/** 3,000 arguments of this size are more than the heap can hold. */
const ARGUMENT_BYTES = 60_000;

export const smallMemory: Fault = {
  id: "F20",
  name: `${CLIENTS_COUNT} clients and ${HEAP_MEBIBYTES} MiB of heap`,
  does: `gives the server ${HEAP_MEBIBYTES} MiB of heap; ${CLIENTS_COUNT} clients of as many addresses each watch a query of their own with 60 KB of arguments`,
  passes:
    "the process survives, clients are refused instead, earlier clients can still vote; invariants 1 to 8",
  pace: "alone",
  run: crowd,
};

async function crowd({ template }: Lab): Promise<Outcome> {
  await using server = await FaultServer.from(template, {
    env: {
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MEBIBYTES}`,
      TRUST_PROXY: "true",
    },
  });
  const history = new History();
  const beat = "crowded";
  const voter = new HistoryClient(server.url, "voter", beat, history);
  await voter.cast("before");
  const padding = "x".repeat(ARGUMENT_BYTES);
  let accepted = 0;
  const sockets: Awaited<ReturnType<typeof upgradedFrom>>[] = [];
  for (let n = 0; n < CLIENTS_COUNT && server.isRunning; n += CLIENTS_AT_ONCE) {
    const arrived = await Promise.all(
      Array.from({ length: CLIENTS_AT_ONCE }, (_, i) =>
        upgradedFrom(server.port, addressOf(n + i)),
      ),
    );
    for (const socket of arrived) {
      if (socket === null) continue;
      accepted += 1;
      socket.resume();
      const args = { value: randomUUID() + padding };
      const watch = watchMessage("attacks:echo", args);
      socket.write(
        Buffer.concat([textFrame(CONNECT_MESSAGE), textFrame(watch)]),
      );
    }
    sockets.push(...arrived);
  }
  const violations: string[] = [];
  const during = await Promise.race([
    voter.cast("meanwhile"),
    sleep(20_000, null, { ref: false }),
  ]);
  if (!server.isRunning) {
    violations.push(`The server ended: ${/FATAL.*/.exec(server.output)?.[0]}`);
    await server.start();
  } else if ((during?.answer ?? null) === null) {
    violations.push("A vote of an earlier client was not answered.");
  }
  for (const socket of sockets) socket?.destroy();
  await voter.cast("after");
  history.final.set(beat, await readBeat(server, beat));
  voter.close();
  violations.push(...violationsOf(history));
  const seen = `${accepted} taken, ${CLIENTS_COUNT - accepted} refused`;
  return { runs: CLIENTS_COUNT, seen, violations };
}

function addressOf(n: number): string {
  return `10.0.${n >> 8}.${n & 255}`;
}
