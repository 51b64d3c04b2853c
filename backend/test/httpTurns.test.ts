import { ConvexHttpClient } from "convex/browser";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { query } from "./support/clients.ts";
import { plainSocket } from "./support/rawSocket.ts";
import { ServerProcess } from "./support/serverProcess.ts";

const ADDRESS = "203.0.113.7";
const HEADERS = { "x-forwarded-for": ADDRESS };
/** Uploads whose senders leave while they wait. */
const LEAVING = 5;
/** Half of those of the worker. */
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
  await using server = await ServerProcess.withApp({
    env: { TRUST_PROXY: "true" },
  });
  let ran: number | null = null;
  while (ran === null) ran = await countThoseWhoLeft(server);
  expect(ran).toBe(0);
});

/**
 * Returns how many uploads ran of those whose senders had left while they
 * waited. Null if one may have had its turn before that: a busy machine starts
 * another worker, which has room.
 */
async function countThoseWhoLeft(
  server: ServerProcess,
): Promise<number | null> {
  const client = new ConvexHttpClient(server.url);
  const countPieces = () => client.query(counter, { name: "pieces" });
  const before = await countPieces();
  const release = await takeAllPlaces(server.url);
  const leavers = Array.from({ length: LEAVING }, () => sendAndLeave(server));
  const hadTurn = (await Promise.all(leavers)).includes(true);
  await release();
  const upload = { method: "POST", headers: HEADERS, body: "piece" };
  expect((await fetch(`${server.url}/upload`, upload)).status).toBe(200);
  return hadTurn ? null : (await countPieces()) - before - 1;
}

/** Starts requests that do not end, until some have to wait. */
async function takeAllPlaces(url: string): Promise<() => Promise<void>> {
  const leaving = new AbortController();
  // `fetch` would give up a response that nobody holds.
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

/**
 * Sends an upload and leaves. Resolves once the server has seen that, and tells
 * whether the upload may have had its turn: so it is if a request that came
 * before or after it was answered.
 */
async function sendAndLeave({ url, port }: ServerProcess): Promise<boolean> {
  const leaving = new AbortController();
  let answers = 0;
  const ask = () =>
    fetch(`${url}/hello`, { headers: HEADERS, signal: leaving.signal }).then(
      () => (answers += 1),
      () => undefined,
    );
  const before = ask();
  const socket = plainSocket(port).resume();
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ADDRESS}\r\nContent-Length: 5\r\n\r\npiece`,
  );
  const after = ask();
  // Meanwhile the request should get in line.
  await sleep(500);
  socket.end();
  await once(socket, "close");
  leaving.abort();
  await Promise.all([before, after]);
  return answers > 0;
}
