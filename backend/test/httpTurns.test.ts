import { ConvexHttpClient } from "convex/browser";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { query } from "./support/clients.ts";
import { ServerProcess } from "./support/serverProcess.ts";

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
  const busy = Array.from({ length: REQUESTS }, () => ask("203.0.113.7"));
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
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const leaving = new AbortController();
  const { signal } = leaving;
  const stalls = Array.from({ length: PLACES_OF_ADDRESS }, () =>
    fetch(`${server.url}/stalls`, { headers, signal }),
  );
  await Promise.all(stalls);
  const upload = (init: RequestInit) =>
    fetch(`${server.url}/upload`, {
      method: "POST",
      headers,
      body: "piece",
      ...init,
    });
  const waiting = Array.from({ length: 5 }, () =>
    upload({ signal: AbortSignal.timeout(500) }),
  );
  await Promise.allSettled(waiting);
  // Places become free only after the server has seen the others leave.
  await setTimeout(2_000);
  leaving.abort();
  expect((await upload({})).status).toBe(200);
  const client = new ConvexHttpClient(server.url);
  expect(await client.query(counter, { name: "pieces" })).toBe(1);
});
