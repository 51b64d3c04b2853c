/**
 * Tests how much callers without a token can make a real server hold, over real
 * sockets.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { Clients, query, watch } from "./support/clients.ts";
import { ServerProcess } from "./support/serverProcess.ts";

const MIB = 1024 * 1024;

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.withApp({
    env: {
      TRUST_PROXY: "true",
      MAX_ANONYMOUS_QUERIES_PER_ADDRESS: "50",
      MIN_ANONYMOUS_BODY_BYTES_PER_SECOND: "1000",
    },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

interface ServerMessage {
  readonly type: string;
  readonly modifications?: readonly {
    readonly queryId: number;
    readonly type: string;
    readonly errorMessage?: string;
  }[];
}

class Socket {
  readonly webSocket: WebSocket;
  readonly received: ServerMessage[] = [];
  readonly closed: Promise<unknown[]>;
  #version = 0;

  private constructor(webSocket: WebSocket) {
    this.webSocket = webSocket;
    this.closed = once(webSocket, "close");
    webSocket.on("error", () => undefined);
    webSocket.on("message", (data: Buffer) =>
      // The server's messages are objects.
      this.received.push(JSON.parse(data.toString()) as ServerMessage),
    );
  }

  static async open(address: string): Promise<Socket> {
    const url = `${server.url.replace("http", "ws")}/api/1.48.0/sync`;
    const headers = { "x-forwarded-for": address };
    const socket = new Socket(new WebSocket(url, { headers }));
    await once(socket.webSocket, "open");
    socket.say({ type: "Connect", sessionId: randomUUID() });
    return socket;
  }

  say(message: object): void {
    this.webSocket.send(JSON.stringify(message));
  }

  add(queryId: number, channel: string): void {
    const baseVersion = this.#version++;
    const add = { type: "Add", queryId, udfPath: "messages:list" };
    this.say({
      type: "ModifyQuerySet",
      baseVersion,
      newVersion: this.#version,
      modifications: [{ ...add, args: [{ channel }] }],
    });
  }

  /** The last answer to each query: its type, or its error. */
  get answers(): Map<number, string> {
    return new Map(
      this.received
        .flatMap(({ modifications = [] }) => modifications)
        .map(({ queryId, type, errorMessage }) => [
          queryId,
          errorMessage ?? type,
        ]),
    );
  }
}

const statusLine = (address: string, sentBytes: number) => {
  const socket = connect(server.port, "127.0.0.1");
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (data: Buffer) => resolve(data.toString()));
    socket.once("error", () => resolve("cut off"));
    socket.once("close", () => resolve("cut off"));
  });
  socket.write(
    `POST /api/query HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${sentBytes + 1}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(sentBytes, 32));
  return { socket, answer };
};

test("refuses subscriptions with huge arguments and keeps the client's others", async () => {
  const socket = await Socket.open("192.0.2.1");
  socket.add(0, "innocent");
  await expect.poll(() => socket.answers.get(0)).toBe("QueryUpdated");
  for (let i = 1; i <= 10; i += 1) {
    socket.add(i, `${i}${"x".repeat(8 * MIB)}`);
  }
  await expect.poll(() => socket.answers.size).toBe(11);
  expect([...new Set(socket.answers.values())]).toEqual([
    "QueryUpdated",
    "The queries of a session may have 1048576 bytes of arguments at a time.",
  ]);
  socket.add(11, "another");
  await expect.poll(() => socket.answers.get(11)).toBe("QueryUpdated");
  expect(socket.webSocket.readyState).toBe(WebSocket.OPEN);
  socket.webSocket.close();
});

test("limits the different queries of an address and counts shared ones once", async () => {
  const sockets: Socket[] = [];
  for (let i = 0; i < 4; i += 1) {
    const socket = await Socket.open(`2001:db8:7:7::${i}`);
    for (let q = 0; q < 20; q += 1) socket.add(q, `${i}.${q}`);
    socket.add(20, "0.0");
    sockets.push(socket);
    await expect.poll(() => socket.answers.size).toBe(21);
  }
  const refused = sockets.flatMap(({ answers }) =>
    [...answers.values()].filter((answer) => answer !== "QueryUpdated"),
  );
  expect(refused).toHaveLength(80 - 50);
  expect([...new Set(refused)]).toEqual([
    "An address may watch 50 different queries at a time.",
  ]);
  for (const { answers } of sockets) {
    expect(answers.get(20)).toBe("QueryUpdated");
  }
  for (const { webSocket } of sockets) webSocket.close();
  await Promise.all(sockets.map(({ closed }) => closed));
  const again = await Socket.open("2001:db8:7:7::9");
  again.add(0, "again");
  await expect.poll(() => again.answers.get(0)).toBe("QueryUpdated");
  again.webSocket.close();
});

test("limits unfinished messages of an address and serves a bystander", async () => {
  await using clients = new Clients();
  const seen = watch(clients.open(server.url), query("messages:list"), {
    channel: "none",
  });
  // Four of these fit into the 24 MiB of an address.
  const part = Buffer.alloc(5 * MIB, 120);
  const attackers = await Promise.all(
    Array.from({ length: 10 }, () => Socket.open("192.0.2.3")),
  );
  for (const { webSocket } of attackers) webSocket.send(part, { fin: false });
  const isOpen = ({ webSocket }: Socket) =>
    webSocket.readyState === WebSocket.OPEN;
  await expect.poll(() => attackers.filter(isOpen).length).toBeLessThan(5);
  const cut = attackers.find((attacker) => !isOpen(attacker));
  const [code, reason] = ((await cut?.closed) ?? []) as [number, Buffer];
  expect(code).toBe(1013);
  expect(reason.toString()).toContain("Too many unfinished bytes from this");
  await expect.poll(() => seen).toEqual([[]]);
  for (const { webSocket } of attackers) webSocket.terminate();
});

test("limits unfinished bodies of an address and accepts small ones", async () => {
  const address = "192.0.2.4";
  const bodies = Array.from({ length: 60 }, () =>
    statusLine(address, MIB - 1_000),
  );
  const answers: string[] = [];
  for (const { answer } of bodies)
    void answer.then((text) => answers.push(text));
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(60 - 24);
  expect(answers[0]).toContain("429 Too Many Requests");
  const small = await fetch(`${server.url}/api/query`, {
    method: "POST",
    headers: { "x-forwarded-for": address },
    body: JSON.stringify({ path: "messages:list", args: { channel: "none" } }),
  });
  expect(small.status).toBe(200);
  // The remaining bodies receive no more data, so they time out in turn.
  await expect.poll(() => answers.length).toBe(60);
  expect(answers.filter((text) => text.includes("408 Request"))).not.toEqual(
    [],
  );
  for (const { socket } of bodies) socket.destroy();
});

test("rejects a body that is too large for a caller without a token", async () => {
  const { answer, socket } = statusLine("192.0.2.5", 2 * MIB);
  expect(await answer).toContain("413 Payload Too Large");
  socket.destroy();
});
