/** Attacks by callers who leave early, do not read or change who they are. */
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { attackRow, type Scene } from "../../harness/attack.ts";
import { firstAnswer } from "../../harness/attacker.ts";
import {
  CONNECT_MESSAGE,
  textFrame,
  watchMessage,
} from "../../../test/support/rawSocket.ts";
import {
  becomes,
  descriptorCount,
  mebibytes,
} from "../../harness/resources.ts";

const DESCRIPTORS = "the server closes their descriptors";
const CONNECTIONS = 2_000;
/** Descriptors of the bystander and of files that happen to be open. */
const SOME = 20;

export const earlyLeavers = attackRow({
  id: "A18",
  name: "2,000 readers of a file who leave",
  does: "asks for a file and resets the connection at once, 2,000 times",
  holds: DESCRIPTORS,
  run: ({ attacker, server }) => {
    const ask = attacker.head("GET", "/page.txt");
    return heldDescriptors(server, async () => {
      const socket = attacker.connect();
      await attacker.send(socket, ask);
      socket.resetAndDestroy();
    });
  },
});

/** Connects many times, and reports the descriptors that the server has kept open. */
async function heldDescriptors(
  { pid }: Scene["server"],
  connect: () => Promise<void>,
): Promise<string[]> {
  const before = await descriptorCount(pid);
  for (let n = 0; n < CONNECTIONS; n += 1) {
    await connect();
    if (n % 50 === 0) await sleep(20);
  }
  return keptDescriptors({ pid }, before);
}

async function keptDescriptors(
  { pid }: Pick<Scene["server"], "pid">,
  before: number,
): Promise<string[]> {
  const areClosed = await becomes(
    async () => (await descriptorCount(pid)) <= before + SOME,
  );
  if (areClosed) return [];
  const now = await descriptorCount(pid);
  return [`9: ${now} descriptors are open, ${before} before`];
}

const UNREAD_MS = 5_000;
const LARGE_BYTES = mebibytes(16);
const UNREAD_RESPONSES = 100;

export const unreadResponses = attackRow({
  id: "A24",
  name: `${UNREAD_RESPONSES} responses that nobody reads`,
  does: `asks for a file of 16 MiB on ${UNREAD_RESPONSES} connections and reads nothing, while another reads it in 16 s`,
  holds: `${DESCRIPTORS} after the ${UNREAD_MS} ms that this server allows; the slow reader gets the whole file`,
  env: { REQUEST_TIMEOUT_MS: String(UNREAD_MS) },
  largeFileBytes: LARGE_BYTES,
  run: async ({ attacker, server }) => {
    const before = await descriptorCount(server.pid);
    const ask = attacker.head("GET", "/large.bin");
    const slow = attacker.connect().pause();
    await attacker.send(slow, ask);
    const reading = readSlowly(slow);
    for (let n = 0; n < UNREAD_RESPONSES; n += 1) {
      await attacker.send(attacker.connect().pause(), ask);
    }
    const problems = await reading;
    slow.destroy();
    return [...problems, ...(await keptDescriptors(server, before))];
  },
});

/** Reads a MiB about every second, and reports what is missing at the end. */
async function readSlowly(socket: Socket): Promise<string[]> {
  let readBytes = 0;
  let pauseAtBytes = 0;
  socket.on("data", ({ byteLength }: Buffer) => {
    readBytes += byteLength;
    if (readBytes >= pauseAtBytes) socket.pause();
  });
  while (readBytes < LARGE_BYTES && !socket.destroyed) {
    pauseAtBytes += mebibytes(1);
    socket.resume();
    await sleep(1_000);
  }
  if (readBytes >= LARGE_BYTES) return [];
  return [`A slow reader was cut off after ${readBytes} bytes.`];
}

export const compressedBodies = attackRow({
  id: "A19",
  name: "500 bodies of 40 bytes that decode to 20 MiB",
  does: "compressed bodies for a query, all at once",
  run: async ({ attacker }) => {
    const body = brotliCompressSync(Buffer.alloc(mebibytes(20) - 1, " "));
    const head = attacker.head("POST", "/api/query", [
      "Content-Encoding: br",
      `Content-Length: ${body.length}`,
    ]);
    const ask = Buffer.concat([Buffer.from(head), body]);
    const post = async () => {
      const socket = attacker.connect();
      await attacker.send(socket, ask);
      await firstAnswer(socket, 20_000);
    };
    await Promise.all(Array.from({ length: 500 }, post));
    return [];
  },
});

export const identityStorm = attackRow({
  id: "A20",
  name: "10,000 sign-outs over 2 MiB of arguments",
  does: "one anonymous socket watches two queries with 1 MiB of arguments each, and says 10,000 times that it has no token",
  run: async ({ attacker }) => {
    const socket = await attacker.upgraded();
    if (socket === null) return [];
    await attacker.send(socket, textFrame(CONNECT_MESSAGE));
    for (const queryId of [0, 1]) {
      const value = String(queryId).repeat(mebibytes(1) - 1_000);
      const watch = watchMessage("attacks:echo", { value }, queryId);
      await attacker.send(socket, textFrame(watch));
    }
    await sleep(1_000);
    const frames = Array.from({ length: 10_000 }, (_, baseVersion) =>
      textFrame(
        JSON.stringify({
          type: "Authenticate",
          baseVersion,
          tokenType: "None",
        }),
      ),
    );
    attacker.sentCount += frames.length - 1;
    await attacker.send(socket, Buffer.concat(frames));
    await sleep(1_000);
    return [];
  },
});
