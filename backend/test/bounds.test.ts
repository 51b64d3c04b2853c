import { ConvexHttpClient } from "convex/browser";
import { readdir } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mutation, query } from "./support/clients.ts";
import { RawClient } from "./support/rawClient.ts";
import { ServerProcess } from "./support/serverProcess.ts";

const REQUEST_TIMEOUT_MS = 2_000;

let server: ServerProcess;

beforeEach(async () => {
  server = await ServerProcess.withApp({
    env: {
      REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
      LOG_LEVEL: "debug",
    },
  });
});

afterEach(() => server[Symbol.asyncDispose]());

const uploadUrl = mutation<string>("files:generateUploadUrl");

async function uploadAddress(): Promise<URL> {
  const http = new ConvexHttpClient(server.url);
  return new URL(await http.mutation(uploadUrl, {}));
}

test("ends an upload that trickles in, leaves nothing behind and accepts others", async () => {
  const { pathname, search } = await uploadAddress();
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString()));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    `POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`,
  );
  const trickle = setInterval(() => socket.write("x"), 100);
  await closed;
  clearInterval(trickle);
  expect(answer).toContain("408 Request Timeout");
  const unfinished = join(server.dataDir, "storage", "tmp");
  await expect.poll(() => readdir(unfinished)).toEqual([]);

  const whole = await fetch(await uploadAddress(), {
    method: "POST",
    body: "whole",
  });
  expect(whole.status).toBe(200);
});

test("ends a response that nobody reads, but not one that waits for its function", async () => {
  const http = new ConvexHttpClient(server.url);
  const cancelled = () =>
    http.query(query<number>("counters:get"), { name: "/endless cancelled" });
  const unread = await new Promise<IncomingMessage>((resolve) => {
    get(`${server.url}/endless`, (response) => resolve(response.pause()));
  });
  unread.on("error", () => undefined);
  const waiting = await fetch(`${server.url}/halves`);
  await expect.poll(cancelled).toBe(1);
  await sleep(2 * REQUEST_TIMEOUT_MS);
  await http.mutation(mutation("counters:increment"), { name: "go" });
  expect(await waiting.text()).toBe("first second");
});

test("finishes running requests on stop, accepts no new ones and exits with 0", async () => {
  const client = new RawClient(server.url);
  await client.mutate("entries:add", { key: "before" });
  const answer = client.mutate("entries:addSlowly", { key: "slow" });
  const { port } = server;
  await expect
    .poll(() => server.metric("sync_sessions"))
    .toBeGreaterThanOrEqual(1);
  const stopped = server.stop();
  expect(await answer).toBe("slow");
  expect(await stopped).toBe(0);
  const refused = await new Promise((resolve) => {
    connect(port, "127.0.0.1").once("error", resolve);
  });
  expect(refused).toMatchObject({ code: "ECONNREFUSED" });
  client.close();

  await server.start();
  const http = new ConvexHttpClient(server.url);
  const keys = await http.query(query<string[]>("entries:keys"), {});
  expect(keys).toEqual(["before", "slow"]);
});

test("logs one JSON object per line, including single executions at debug level", async () => {
  const http = new ConvexHttpClient(server.url);
  await http.mutation(mutation("entries:add"), { key: "logged" });
  const entries = () =>
    server.output
      .split("\n")
      .filter((line) => line.startsWith("{"))
      // Every line of the log is an object.
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  await expect
    .poll(entries)
    .toContainEqual(
      expect.objectContaining({ level: "debug", path: "entries:add" }),
    );
  await server.stop();
  expect(entries()).toContainEqual(expect.objectContaining({ level: "info" }));
});
