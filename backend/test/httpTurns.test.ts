import { ConvexHttpClient } from "convex/browser";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { query } from "./support/clients.ts";
import { plainSocket } from "./support/rawSocket.ts";
import { ServerProcess } from "./support/serverProcess.ts";

const ADDRESS = "203.0.113.7";
const HEADERS = { "x-forwarded-for": ADDRESS };
/** Number of uploads whose senders leave while the uploads wait. */
const LEAVING = 5;
/** One address gets half of the places of the worker. */
const PLACES_OF_ADDRESS = 32;
const counter = query<number>("counters:get");

test("a page does not wait for all that another address asks for", async () => {
  await using server = await ServerProcess.withApp({
    env: { TRUST_PROXY: "true" },
  });
  const release = await takeAllPlaces(server.url);
  const page = await fetch(`${server.url}/hello`, {
    headers: { "x-forwarded-for": "198.51.100.2" },
  });
  expect(page.status).toBe(202);
  await release();
});

test("a request does not run if its sender leaves before its turn", async () => {
  const beganAt = performance.now();
  await using server = await ServerProcess.withApp({
    env: { TRUST_PROXY: "true" },
  });
  // A worker is quicker to start than a server, on any machine.
  const settledMs = Math.max(6_000, 2 * (performance.now() - beganAt));
  const client = new ConvexHttpClient(server.url);
  const upload = { method: "POST", headers: HEADERS, body: "piece" };
  let waited = 0;
  while (waited === 0) {
    const before = await countRuns(client);
    const release = await takeAllPlaces(server.url);
    await Promise.all(
      Array.from({ length: LEAVING }, () => sendAndLeave(server)),
    );
    // On a busy machine the server may start another worker, and some of these requests do run.
    const hadTurn = (await settledRuns(client, settledMs)) - before;
    await release();
    expect((await fetch(`${server.url}/upload`, upload)).status).toBe(200);
    expect(await countRuns(client)).toBe(before + hadTurn + 1);
    waited = LEAVING - hadTurn;
  }
});

const countRuns = (client: ConvexHttpClient) =>
  client.query(counter, { name: "pieces" });

/** Waits until the count has stopped growing, because a new worker takes seconds to begin. */
async function settledRuns(
  client: ConvexHttpClient,
  settledMs: number,
): Promise<number> {
  let counted = await countRuns(client);
  for (;;) {
    await sleep(settledMs);
    const now = await countRuns(client);
    if (now === counted) return now;
    counted = now;
  }
}

/** Starts requests that do not end, until some have to wait. */
async function takeAllPlaces(url: string): Promise<() => Promise<void>> {
  const leaving = new AbortController();
  // Keeps the responses, because `fetch` gives up a response that is garbage-collected.
  const held: Promise<Response>[] = [];
  const init = { headers: HEADERS, signal: leaving.signal };
  for (let batches = 0; batches < 5; batches++) {
    for (let n = 0; n < PLACES_OF_ADDRESS; n++)
      held.push(fetch(`${url}/stalls`, init));
    const all = Promise.allSettled(held).then(() => true);
    if (!(await Promise.race([all, sleep(1000, false)]))) break;
  }
  return async () => {
    leaving.abort();
    await Promise.allSettled(held);
  };
}

/** Sends an upload and leaves. Resolves once the server has seen that the sender left. */
async function sendAndLeave({ port }: ServerProcess): Promise<void> {
  const socket = plainSocket(port).resume();
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ADDRESS}\r\nContent-Length: 5\r\n\r\npiece`,
  );
  // Gives the request time to get in line.
  await sleep(500);
  socket.end();
  await once(socket, "close");
}
