/** Attacks that make the server hold data by never finishing a request. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Attacker } from "../../harness/attacker.ts";
import { attackRow, type Scene } from "../../harness/attack.ts";
import {
  CONNECT_MESSAGE,
  frameHeader,
  textFrame,
  watchMessage,
} from "../../../test/support/rawSocket.ts";
import { mebibytes } from "../../harness/resources.ts";

export const wideSubscriptions = attackRow({
  id: "A3",
  name: "50 subscriptions of 8 MiB on one socket",
  does: "one anonymous socket watches 50 queries with arguments of 8 MiB each",
  run: watchWide,
});

async function watchWide({ attacker }: Scene): Promise<string[]> {
  const socket = await attacker.upgraded();
  if (socket === null) return [];
  await attacker.send(socket, textFrame(CONNECT_MESSAGE));
  for (let n = 0; n < 50; n += 1) {
    const args = { value: `${n}${"x".repeat(mebibytes(8))}` };
    const add = watchMessage("attacks:echo", args, n);
    if (!(await attacker.send(socket, textFrame(add)))) return [];
  }
  await sleep(1_000);
  return [];
}

export const unfinishedBodies = attackRow({
  id: "A4",
  name: "60 bodies that never end",
  does: "60 anonymous requests each send 16 MiB of a 17 MiB body and wait",
  run: ({ attacker }) =>
    holdParts(attacker, 60, async () => {
      const socket = attacker.connect();
      const length = `Content-Length: ${mebibytes(17)}`;
      await attacker.send(
        socket,
        attacker.head("POST", "/api/query", [length]),
      );
      return socket;
    }),
});

export const unfinishedMessages = attackRow({
  id: "A7",
  name: "60 messages that never end",
  does: "60 anonymous sockets each send 16 MiB of a fragmented message and wait",
  run: ({ attacker }) =>
    holdParts(
      attacker,
      60,
      async () => {
        const socket = await attacker.upgraded();
        if (socket === null) return null;
        await attacker.send(socket, textFrame(CONNECT_MESSAGE));
        await attacker.send(
          socket,
          Buffer.concat([frameHeader(0x01, 1), Buffer.from("{")]),
        );
        return socket;
      },
      (part) => Buffer.concat([frameHeader(0x00, part.length), part]),
    ),
});

type Open = () => Promise<Awaited<ReturnType<Attacker["upgraded"]>>>;

/**
 * Sends 16 MiB on each of `count` connections, 1 MiB at a time, and never
 * finishes.
 */
async function holdParts(
  attacker: Attacker,
  count: number,
  open: Open,
  wrap: (part: Buffer) => Buffer = (part) => part,
): Promise<string[]> {
  const part = wrap(Buffer.alloc(mebibytes(1), 0x20));
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await open();
      for (let sent = 0; socket !== null && sent < 16; sent += 1) {
        if (!(await attacker.send(socket, part, 2_000))) return;
      }
    }),
  );
  await sleep(1_000);
  return [];
}
