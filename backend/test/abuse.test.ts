import { ConvexHttpClient } from "convex/browser";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { Clients, mutation, query, watch } from "./support/clients.ts";
import { textFrame, upgraded } from "./support/rawSocket.ts";
import { ServerProcess } from "./support/serverProcess.ts";

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.withApp({
    env: {
      ALLOWED_ORIGINS: "https://gully.example",
      TRUST_PROXY: "true",
      MAX_SESSIONS_PER_ADDRESS: "3",
    },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

const list = query<string[]>("messages:list");

function open(
  options: { origin?: string; headers?: Record<string, string> } = {},
): WebSocket {
  const url = `${server.url.replace("http", "ws")}/api/1.48.0/sync`;
  return new WebSocket(url, options);
}

async function expectAlive(): Promise<void> {
  const http = new ConvexHttpClient(server.url);
  expect(await http.query(list, { channel: "none" })).toEqual([]);
}

test.each([
  ["random text", "hello"],
  ["deep nesting", "[".repeat(100_000)],
  ["a number", "1"],
  ["a mutation before Connect", '{"type":"Mutation","requestId":0}'],
  [
    "an unknown type",
    '{"type":"Connect","sessionId":"0123456789abcdef"}\n{"type":"X"}',
  ],
])("closes only the connection that sends %s", async (_, text) => {
  const webSocket = open();
  await once(webSocket, "open");
  for (const line of text.split("\n")) webSocket.send(line);
  const [code] = (await once(webSocket, "close")) as [number];
  expect(code).toBe(1008);
  await expectAlive();
});

test("answers extremely nested arguments with an error and does not crash", async () => {
  const depth = 200_000;
  const args = `[{"a":${"[".repeat(depth)}${"]".repeat(depth)}}]`;
  for (const type of ["Mutation", "Action"]) {
    const webSocket = open();
    await once(webSocket, "open");
    webSocket.send('{"type":"Connect","sessionId":"0123456789abcdef"}');
    webSocket.send(
      `{"type":"${type}","requestId":0,"udfPath":"entries:add","args":${args}}`,
    );
    await Promise.race([once(webSocket, "close"), once(webSocket, "message")]);
    webSocket.terminate();
  }
  const http = await fetch(`${server.url}/api/query`, {
    method: "POST",
    body: `{"path":"messages:list","args":${args}}`,
  });
  expect(http.status).toBeGreaterThanOrEqual(400);
  await expectAlive();
});

test("rejects binary and oversized messages", async () => {
  const binary = open();
  await once(binary, "open");
  binary.send(randomBytes(100));
  expect((await once(binary, "close"))[0]).toBe(1008);

  const large = open();
  await once(large, "open");
  large.on("error", () => undefined);
  large.send("x".repeat(18 * 1024 * 1024));
  expect((await once(large, "close"))[0]).toBe(1009);
  await expectAlive();
});

test("closes the connection on random bytes in place of frames", async () => {
  for (let i = 0; i < 50; i += 1) {
    const socket = await upgradedSocket();
    socket.write(Buffer.concat([Buffer.from([0xff]), randomBytes(64)]));
    socket.resume();
    await once(socket, "close");
  }
  await expectAlive();
});

async function upgradedSocket(): Promise<Socket> {
  const socket = await upgraded(server.port);
  if (socket === null) throw new Error("The upgrade was refused.");
  return socket;
}

test("refuses sockets to pages of foreign origins", async () => {
  const foreign = open({ origin: "https://evil.example" });
  const [error] = (await once(foreign, "error")) as [Error];
  expect(error.message).toContain("403");
  const own = open({ origin: "https://gully.example" });
  await once(own, "open");
  own.close();
});

test("limits the sockets of one address", async () => {
  const headers = { "x-forwarded-for": "203.0.113.9, 198.51.100.1" };
  const held = Array.from({ length: 3 }, () => open({ headers }));
  await Promise.all(held.map((webSocket) => once(webSocket, "open")));
  const [error] = (await once(open({ headers }), "error")) as [Error];
  expect(error.message).toContain("429");
  const other = open({ headers: { "x-forwarded-for": "198.51.100.2" } });
  await once(other, "open");

  for (const webSocket of [...held, other]) webSocket.close();
  await Promise.all(held.map((webSocket) => once(webSocket, "close")));
  const again = open({ headers });
  await once(again, "open");
  again.close();
});

test("closes unfinished requests before long", async () => {
  const sockets = Array.from({ length: 50 }, () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
    socket.on("error", () => undefined);
    socket.resume();
    return socket;
  });
  await expectAlive();
  await Promise.all(sockets.map((socket) => once(socket, "close")));
  // Node alone would keep the sockets open for a minute or more.
}, 30_000);

test("answers a request that offers another protocol as if it did not", async () => {
  const answer = await answerTo([
    "GET /version HTTP/1.1",
    "Host: localhost",
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: h2c",
  ]);
  expect(answer).toContain("200 OK");
});

test("writes no response into a WebSocket", async () => {
  const body = JSON.stringify({ path: "messages:list", args: {} });
  const answer = await answerTo([
    "POST /api/query HTTP/1.1",
    "Host: localhost",
    `Content-Length: ${body.length}`,
    "",
    `${body}GET /api/1.48.0/sync HTTP/1.1`,
    "Host: localhost",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]);
  expect(answer).not.toContain("101 Switching");
});

/** Sends a request and resolves with what came until the server was silent again. */
async function answerTo(lines: readonly string[]): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString("latin1")));
  socket.on("error", () => undefined);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.once("data", () => {
    socket.setTimeout(1_000, () => socket.destroy());
  });
  await once(socket, "close");
  return answer;
}

test("closes a refused upgrade although the client holds on to it", async () => {
  const socket = connect({ port: server.port, allowHalfOpen: true });
  socket.on("error", () => undefined);
  socket.write(
    "GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  );
  socket.resume();
  await once(socket, "end");
  // Data sent to a closed socket causes an error.
  const timer = setInterval(() => socket.write("x"), 50);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
});

test("runs nothing of what a client sends after it was refused", async () => {
  await using clients = new Clients();
  const reader = clients.open(server.url);
  const seen = watch(reader, list, { channel: "late" });
  await expect.poll(() => seen.length).toBe(1);
  const socket = await upgradedSocket();
  const hello = '{"type":"Connect","sessionId":"0123456789abcdef"}';
  const late =
    '{"type":"Mutation","requestId":0,"udfPath":"messages:send","args":[{"channel":"late","body":"no","rank":1}]}';
  socket.write(Buffer.concat([hello, hello, late].map(textFrame)));
  const timer = setInterval(() => socket.write(textFrame(late)), 20);
  socket.resume();
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
  const http = new ConvexHttpClient(server.url);
  expect(await http.query(list, { channel: "late" })).toEqual([]);
});

/** The server gives up on a reader after 45 s, and more writes might take longer on a busy disk. */
const WRITES_UNREAD = 8;

test("serves others while one reader does not read", async () => {
  await using clients = new Clients();
  const writer = clients.open(server.url);
  const send = mutation("messages:send");
  const wide = { channel: "wide", body: "x".repeat(200_000) };
  for (let rank = 0; rank < 50; rank += 1)
    await writer.mutation(send, { ...wide, rank });
  const seen = watch(writer, list, { channel: "wide" });
  const slow = open();
  await once(slow, "open");
  slow.send('{"type":"Connect","sessionId":"0123456789abcdef"}');
  slow.send(
    '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Add","queryId":0,"udfPath":"messages:list","args":[{"channel":"wide"}]}]}',
  );
  await once(slow, "message");
  slow.pause();

  for (let rank = 51; rank <= 50 + WRITES_UNREAD; rank += 1) {
    const body = `written as ${rank}`;
    await writer.mutation(send, { channel: "wide", body, rank });
  }
  const newest = `written as ${50 + WRITES_UNREAD}`;
  await expect.poll(() => seen.at(-1)).toContain(newest);

  const received: string[] = [];
  slow.on("message", (data: Buffer) => {
    const text = data.toString();
    if (text.includes('"QueryUpdated"')) received.push(text);
  });
  slow.resume();
  await expect.poll(() => received.at(-1)).toContain(newest);
  // All states would have 80 MB in total, more than fits into the connection. The newest ones
  // are enough.
  expect(received.length).toBeLessThan(WRITES_UNREAD);
  slow.terminate();
});
