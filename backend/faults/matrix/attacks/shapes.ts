/** Attacks with unusual shapes of requests and messages. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Attacker, firstAnswer } from "../../harness/attacker.ts";
import { attackRow } from "../../harness/attack.ts";
import { type upload } from "../../harness/uploads.ts";
import {
  CONNECT_MESSAGE,
  frameHeader,
  textFrame,
} from "../../../test/support/rawSocket.ts";
import { mebibytes } from "../../harness/resources.ts";

export const deepNesting = attackRow({
  id: "A8",
  name: "16 MiB of brackets",
  does: "messages and bodies of 8 million nested arrays, as arguments and instead of them",
  run: async ({ attacker }) => {
    const depth = mebibytes(8);
    const nested = "[".repeat(depth) + "]".repeat(depth);
    for (const args of [`[{"value":${nested}}]`, nested]) {
      const body = `{"path":"attacks:echo","args":${args}}`;
      await post(attacker, "/api/query", body);
      const socket = await attacker.upgraded();
      if (socket === null) continue;
      await attacker.send(socket, textFrame(CONNECT_MESSAGE));
      const call = `{"type":"Mutation","requestId":0,"udfPath":"attacks:shout","args":${args}}`;
      await attacker.send(socket, textFrame(call));
      await firstAnswer(socket, 10_000);
    }
    return [];
  },
});

async function post(attacker: Attacker, path: string, body: string) {
  const socket = attacker.connect();
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  await attacker.send(socket, attacker.head("POST", path, [length]));
  attacker.sentCount -= 1;
  await attacker.send(socket, body);
  return firstAnswer(socket, 20_000);
}

export const wideArguments = attackRow({
  id: "A8",
  name: "wide arguments, 2 million fields",
  does: "objects of 1,500,000 fields and arrays of 8 million numbers, 5 at once",
  run: async ({ attacker }) => {
    const fields = Array.from({ length: 1_500_000 }, (_, i) => `"f${i}":0`);
    const object = `{"path":"attacks:echo","args":{"value":{${fields.join()}}}}`;
    const array = `{"path":"attacks:echo","args":{"value":[${"0,".repeat(8_000_000)}0]}}`;
    await Promise.all(
      [object, array, object, array, object].map((body) =>
        post(attacker, "/api/query", body),
      ),
    );
    return [];
  },
});

export const hugeHeaders = attackRow({
  id: "A9",
  name: "2,000 headers, 1 MB of them",
  does: "100 requests with 2,000 headers each, 100 with one of 1 MB",
  run: async ({ attacker }) => {
    const many = Array.from({ length: 2_000 }, (_, i) => `X-${i}: ${i}`);
    const long = [`Cookie: ${"x".repeat(1_000_000)}`];
    for (let n = 0; n < 100; n += 1) {
      for (const lines of [many, long]) {
        const socket = attacker.connect();
        await attacker.send(socket, attacker.head("GET", "/page.txt", lines));
      }
    }
    await sleep(500);
    return [];
  },
});

export const tinyChunks = attackRow({
  id: "A10",
  name: "a million chunks of one byte",
  does: "10 bodies in chunks, 10 messages in frames, of one byte each; 50,000 of them per connection",
  run: async ({ attacker }) => {
    const chunk = "1\r\n \r\n".repeat(1_000);
    const frame = Buffer.concat([frameHeader(0x00, 1), Buffer.from(" ")]);
    const frames = Buffer.concat(Array.from({ length: 1_000 }, () => frame));
    const head = attacker.head("POST", "/api/query", [
      "Transfer-Encoding: chunked",
    ]);
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const isHttp = i < 10;
        const socket = isHttp ? attacker.connect() : await attacker.upgraded();
        if (socket === null) return;
        const first = Buffer.concat([frameHeader(0x01, 1), Buffer.from(" ")]);
        await attacker.send(socket, isHttp ? head : first);
        for (let n = 0; n < 50; n += 1) {
          attacker.sentCount += 999;
          if (!(await attacker.send(socket, isHttp ? chunk : frames))) return;
        }
      }),
    );
    return [];
  },
});

export const oddRanges = attackRow({
  id: "A16",
  name: "thousands of ranges, huge ETags",
  does: "asks for a stored file and a static one with ranges and ETags of 15 KB, without reading",
  run: async ({ attacker, server }) => {
    const stored = await storedFile(server);
    const ranges = `Range: bytes=${"0-1,".repeat(3_500)}0-1`;
    const etags = `If-None-Match: ${'"x",'.repeat(3_500)}"x"`;
    const ask = [ranges, etags, "Range: bytes=0-", "Range: bytes=-1"]
      .flatMap((line) =>
        [stored, "/page.txt"].map((path) => attacker.head("GET", path, [line])),
      )
      .join("");
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = attacker.connect();
        socket.pause();
        for (let n = 0; n < 10; n += 1) {
          attacker.sentCount += 7;
          if (!(await attacker.send(socket, ask, 1_000))) return;
        }
      }),
    );
    return [];
  },
});

export const longPaths = attackRow({
  id: "A27",
  name: "200 paths of 15 KB",
  does: "asks for 200 addresses of 15 KB that no part of the server has, on as many connections",
  run: async ({ attacker }) => {
    const paths = ["a", "/", "-."].map((text) =>
      text.repeat(15_000 / text.length),
    );
    const asks = paths.map((path) => attacker.head("GET", `/${path}/`));
    const answers = Array.from({ length: 200 }, async (_, n) => {
      const socket = attacker.connect();
      await attacker.send(socket, asks[n % asks.length] ?? "");
      return await firstAnswer(socket, 5_000);
    });
    const unanswered = (await Promise.all(answers)).filter(
      (text) => text === "",
    );
    return unanswered.length === 0
      ? []
      : [`${unanswered.length} requests were not answered in 5 s.`];
  },
});

/** Stores a file of 1 MB and returns its path. */
async function storedFile(
  server: Parameters<typeof upload>[0],
): Promise<string> {
  const url = await server.mutation<string>("files:generateUploadUrl", {});
  const response = await fetch(url, {
    method: "POST",
    body: new Uint8Array(1_000_000),
  });
  // Upload URLs always answer with this.
  const { storageId } = (await response.json()) as { storageId: string };
  const address = await server.query<string>("files:url", { id: storageId });
  return new URL(address).pathname;
}
