import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServerProcess } from "./support/serverProcess.ts";
import { TestIssuer } from "./support/testIssuer.ts";

const PIECE_BYTES = 512 * 1024;
const MIB = 1024 * 1024;

let server: ServerProcess;
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await TestIssuer.make();
  server = await ServerProcess.withApp({
    env: {
      TRUST_PROXY: "true",
      // Smaller than the defaults, so that 150 MiB are an attack.
      MAX_HELD_BYTES_PER_ADDRESS: String(32 * MIB),
      MAX_HELD_BYTES: String(64 * MIB),
    },
    variables: { TEST_JWKS: issuer.jwks },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

async function send(subject: string, address: string): Promise<number> {
  const response = await fetch(`${server.url}/upload`, {
    method: "POST",
    body: new Uint8Array(PIECE_BYTES),
    headers: {
      authorization: `Bearer ${await issuer.tokenOf(subject)}`,
      "x-forwarded-for": address,
    },
  });
  await response.arrayBuffer();
  return response.status;
}

/** Sends a piece except for its last byte. */
async function holdBack(subject: string, address: string): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  socket.write(
    [
      "POST /upload HTTP/1.1",
      "Host: x",
      `X-Forwarded-For: ${address}`,
      `Authorization: Bearer ${await issuer.tokenOf(subject)}`,
      `Content-Length: ${PIECE_BYTES}`,
      "\r\n",
    ].join("\r\n"),
  );
  socket.write(Buffer.alloc(PIECE_BYTES - 1));
  return socket;
}

/** The server waits for the rest of this piece. */
const isHeld = (socket: Socket) => !socket.closed && socket.bytesRead === 0;

test("fifty accounts at twenty addresses that hold pieces back hold up nobody else's", async () => {
  const held: Socket[] = [];
  for (let n = 0; n < 300; n++)
    held.push(await holdBack(`account ${n % 50}`, `192.0.2.${n % 20}`));
  for (let n = 0; n < 5; n++)
    expect(await send("bystander", "198.51.100.1")).toBe(200);
  // An upload that is held up waits for a minute, until the server gives up the others.
  expect(held.filter(isHeld)).not.toEqual([]);
  for (const socket of held) socket.destroy();
});

test("a class of sixty at one address sends its pieces at once", async () => {
  const sending = Array.from({ length: 60 }, (_, n) =>
    send(`member ${n}`, "203.0.113.1"),
  );
  expect(new Set(await Promise.all(sending))).toEqual(new Set([200]));
});
