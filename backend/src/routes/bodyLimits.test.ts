import { once } from "node:events";
import { connect } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeServer } from "../../test/support/httpServer.ts";

let world: Awaited<ReturnType<typeof makeServer>>;

beforeEach(async () => {
  world = await makeServer();
});

afterEach(() => world.close());

describe("limits on bodies", () => {
  /** Sends part of a request; `answer` resolves with the response. */
  function half(declaredBytes: number, sentBytes: number) {
    const socket = connect(world.port, "127.0.0.1");
    const answer = new Promise<string>((resolve) => {
      socket.once("data", (data: Buffer) => resolve(data.toString()));
      socket.once("error", () => resolve("cut off"));
    });
    socket.write(
      `POST /api/auth/hook HTTP/1.1\r\nHost: x\r\nContent-Length: ${declaredBytes}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(sentBytes, 32));
    return { answer, socket };
  }

  test("unfinished bodies of one address share a limit, and small ones pass", async () => {
    await world.close();
    world = await makeServer(
      { held: { perAddress: 100_000, total: 200_000 } },
      200_000,
    );
    const { arriving } = world.admission.anonymous;
    const first = half(90_000, 80_000);
    await expect.poll(() => arriving.totalBytes).toBe(80_000 - 16 * 1024);
    const second = half(90_000, 80_000);
    expect(await second.answer).toContain("429 Too Many Requests");
    expect(
      (await world.post("/api/query", { path: "m:f", args: {} })).status,
    ).toBe(200);
    first.socket.write(Buffer.alloc(10_000, 32));
    expect(await first.answer).toContain("201");
    await expect.poll(() => arriving.totalBytes).toBe(0);
    for (const { socket } of [first, second]) socket.destroy();
  });

  test("all addresses together have a limit", async () => {
    await world.close();
    world = await makeServer(
      { held: { perAddress: 200_000, total: 100_000 } },
      200_000,
    );
    const first = half(90_000, 80_000);
    const { arriving } = world.admission.anonymous;
    await expect.poll(() => arriving.totalBytes).toBe(80_000 - 16 * 1024);
    const second = half(90_000, 80_000);
    expect(await second.answer).toContain("503 Service Unavailable");
    first.socket.destroy();
    await expect.poll(() => arriving.totalBytes).toBe(0);
    second.socket.destroy();
  });

  test("a call counts as pending until it is answered", async () => {
    await world.close();
    world = await makeServer({ maxArgumentBytes: 100_000 });
    const { pending } = world.admission.anonymous;
    const gate = Promise.withResolvers<void>();
    world.runtime.gate = gate.promise;
    const call = world.post("/api/query", {
      path: "m:f",
      args: { large: "x".repeat(50_000) },
    });
    await expect.poll(() => pending.totalBytes).toBeGreaterThan(30_000);
    gate.resolve();
    expect((await call).status).toBe(200);
    expect(pending.totalBytes).toBe(0);
  });

  const bomb = brotliCompressSync(Buffer.alloc(250_000, 32));
  const compressed = { "content-encoding": "br" };

  test.each(["/api/query", "/api/run/m/f", "/api/echo"])(
    "%s refuses to decode a body of someone unknown",
    async (path) => {
      const response = await world.request(path, {
        method: "POST",
        headers: compressed,
        body: bomb,
      });
      expect(response.status).toBe(415);
      expect(await response.text()).toContain("Only administrators");
    },
  );

  test("an HTTP action gets a compressed body as it was sent", async () => {
    const response = await world.request("/api/auth/hook", {
      method: "POST",
      headers: compressed,
      body: bomb,
    });
    expect(response.status).toBe(201);
    const [asked] = world.runtime.httpRequests;
    expect(Buffer.from(asked?.body as Buffer).equals(bomb)).toBe(true);
    expect(asked?.headers).toContainEqual(["content-encoding", "br"]);
  });

  test.each(["GET", "HEAD"])("the body of a %s is not read", async (method) => {
    const socket = connect(world.port, "127.0.0.1");
    const answer = once(socket, "data");
    socket.write(
      `${method} /.well-known/jwks.json HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nhalf`,
    );
    expect(String(await answer)).toContain("201 Created");
    expect(world.runtime.httpRequests).toMatchObject([{ body: null }]);
    socket.destroy();
  });

  test("a stalled body is refused and its connection closed", async () => {
    await world.close();
    world = await makeServer({ minBodyBytesPerSecond: 1_000 });
    const stalled = half(900, 10);
    const closed = once(stalled.socket, "close");
    const answer = await stalled.answer;
    expect(answer).toContain("408 Request Timeout");
    expect(answer).toContain(
      "A request body must arrive with 1000 bytes a second at least.",
    );
    await closed;
  });

  test("the path of a function has a maximum length", async () => {
    const path = `m:${"f".repeat(900)}`;
    expect((await world.post("/api/query", { path, args: {} })).status).toBe(
      200,
    );
    await world.close();
    world = await makeServer({ maxArgumentBytes: 10_000 });
    const tooLong = await world.post("/api/query", { path: "f".repeat(1_025) });
    expect(await tooLong.json()).toMatchObject({
      message: "path must be a string of 1024 characters at most.",
    });
  });
});
