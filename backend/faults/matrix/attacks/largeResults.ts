/** Attacks with queries whose results are much larger than the messages that ask for them. */
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { attackRow, type Scene } from "../../harness/attack.ts";
import type { Attacker } from "../../harness/attacker.ts";
import { becomes, descriptorCount } from "../../harness/resources.ts";
import { CONNECT_MESSAGE, textFrame } from "../../../test/support/rawSocket.ts";

const IDS_COUNT = 100;
/** A session may watch 20 MiB of results. The rest is for the messages around them. */
const MAX_RECEIVED_BYTES = 21 << 20;

export const oneResultManyTimes = attackRow({
  id: "A25",
  name: "a result of 6 MiB under 100 ids",
  does: "one anonymous message adds the same query, whose result has 6 MiB, a hundred times",
  holds: "the socket stays open and is sent less than 21 MiB",
  run: watchManyTimes,
});

async function watchManyTimes({ attacker }: Scene): Promise<string[]> {
  const socket = await watching(attacker, 6 << 20);
  if (socket === null) return ["The socket was refused."];
  await becomes(() => socket.bytesRead > 6 << 20, 10_000);
  await sleep(2_000);
  const broken: string[] = [];
  if (socket.destroyed) broken.push("The socket was cut off.");
  if (socket.bytesRead > MAX_RECEIVED_BYTES)
    broken.push(`It was sent ${socket.bytesRead} bytes.`);
  return broken;
}

const READERS_COUNT = 60;

export const unreadResults = attackRow({
  id: "A26",
  name: `${READERS_COUNT} sockets that do not read 6 MiB each`,
  does: `${READERS_COUNT} anonymous sockets watch a result of 60 KB under ${IDS_COUNT} ids and never read`,
  holds: "the server closes most of their descriptors",
  run: leaveUnread,
});

async function leaveUnread({ attacker, server }: Scene): Promise<string[]> {
  const before = await descriptorCount(server.pid);
  for (let reader = 0; reader < READERS_COUNT; reader += 1) {
    const socket = await watching(attacker, 60_000, reader * IDS_COUNT);
    socket?.pause();
  }
  const kept = async () => (await descriptorCount(server.pid)) - before;
  // Clients that stall are ended after 30 s, whatever others do.
  return (await becomes(async () => (await kept()) < READERS_COUNT / 2, 20_000))
    ? []
    : [`9: ${await kept()} descriptors are open.`];
}

/** Opens a socket that watches one result under many ids. */
async function watching(
  attacker: Attacker,
  bytes: number,
  firstId = 0,
): Promise<Socket | null> {
  const socket = await attacker.upgraded();
  if (socket === null) return null;
  await attacker.send(socket, textFrame(CONNECT_MESSAGE));
  const modifications = Array.from({ length: IDS_COUNT }, (_, i) => ({
    type: "Add",
    queryId: firstId + i,
    udfPath: "attacks:large",
    args: [{ bytes }],
  }));
  await attacker.say(socket, {
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications,
  });
  return socket;
}
