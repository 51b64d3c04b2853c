import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { adminKey, makeServer } from "../../test/support/httpServer.ts";

const PER_ADDRESS = 500;
const PATH = "/.well-known/jwks.json";

let world: Awaited<ReturnType<typeof makeServer>>;

beforeEach(async () => {
  world = await makeServer();
});

afterEach(() => world.close());

test("the requests of an address that wait are limited, and those of senders who left are told apart", async () => {
  const gate = Promise.withResolvers<void>();
  world.runtime.gate = gate.promise;
  const socket = connect(world.port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(PER_ADDRESS));
  const { departures } = world.runtime;
  await expect.poll(() => departures.length).toBe(PER_ADDRESS);
  const refused = await world.request(PATH);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("Too many requests of this address");
  expect(departures.some((departure) => departure?.aborted)).toBe(false);

  const authorization = `Convex ${adminKey}`;
  const admin = world.request(PATH, { headers: { authorization } });
  socket.destroy();
  await expect
    .poll(() => departures.filter((departure) => departure?.aborted).length)
    .toBe(PER_ADDRESS);
  gate.resolve();
  expect((await admin).status).toBe(201);
  expect((await world.request(PATH)).status).toBe(201);
});

test("bodies that do not arrive take no place from others, and are limited too", async () => {
  const half = `POST /api/auth/hook HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf`;
  const sockets = Array.from({ length: PER_ADDRESS }, () => {
    const socket = connect(world.port, "127.0.0.1");
    socket.write(half);
    return socket;
  });
  const refused = () => world.post("/api/auth/hook", {});
  await expect.poll(async () => (await refused()).status).toBe(429);
  expect((await world.request(PATH)).status).toBe(201);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await refused()).status).toBe(201);
});
