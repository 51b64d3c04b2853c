import { ConvexHttpClient } from "convex/browser";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { query } from "./support/clients.ts";
import { plainSocket } from "./support/rawSocket.ts";
import { ServerProcess } from "./support/serverProcess.ts";

const ADDRESS = "203.0.113.7";
const REQUESTS = 60;
/** Half of those of the worker. */
const PLACES_OF_ADDRESS = 32;
const counter = query<number>("counters:get");

test("a page does not wait for all that another address asks for", async () => {
  await using server = await ServerProcess.withApp({
    env: { TRUST_PROXY: "true" },
  });
  const answered: string[] = [];
  const ask = async (address: string) => {
    const answer = await fetch(`${server.url}/hello`, {
      headers: { "x-forwarded-for": address },
    });
    expect(answer.status).toBe(202);
    answered.push(address);
  };
  const busy = Array.from({ length: REQUESTS }, () => ask(ADDRESS));
  await Promise.race(busy);
  await ask("198.51.100.2");
  const before = answered.length;
  await Promise.all(busy);
  expect(answered).toHaveLength(REQUESTS + 1);
  expect(before).toBeLessThan(REQUESTS / 2);
});

test("a request does not run if its sender leaves before its turn", async () => {
  await using server = await ServerProcess.withApp({
    env: { TRUST_PROXY: "true" },
  });
  const headers = { "x-forwarded-for": ADDRESS };
  const stalls = await Promise.all(
    Array.from({ length: PLACES_OF_ADDRESS }, () =>
      fetch(`${server.url}/stalls`, { headers }),
    ),
  );
  await Promise.all(Array.from({ length: 5 }, () => sendAndLeave(server.port)));
  // `fetch` gives up a response that nobody holds any more.
  for (const { body } of stalls) await body?.cancel();
  const upload = { method: "POST", headers, body: "piece" };
  expect((await fetch(`${server.url}/upload`, upload)).status).toBe(200);
  const client = new ConvexHttpClient(server.url);
  expect(await client.query(counter, { name: "pieces" })).toBe(1);
});

/** Resolves once the server has seen that the sender of an upload is gone. */
async function sendAndLeave(port: number): Promise<void> {
  const socket = plainSocket(port).resume();
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ADDRESS}\r\nContent-Length: 5\r\n\r\npiece`,
  );
  // Meanwhile the request should get in line.
  await sleep(500);
  socket.end();
  await once(socket, "close");
}
