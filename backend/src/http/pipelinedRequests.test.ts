import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PipelinedRequests } from "./pipelinedRequests.ts";

const handled: ServerResponse[] = [];
const server = createServer();
const requests = new PipelinedRequests((_, response) => handled.push(response));
server.on("request", (request, response) => requests.take(request, response));

let client: Socket;
let answers: string;

beforeEach(async () => {
  handled.length = 0;
  answers = "";
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // A TCP server has a port.
  client = connect(port, "127.0.0.1");
  client.on("data", (data: Buffer) => (answers += data.toString()));
  client.on("error", () => undefined);
});

afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const ask = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

test("handles the requests of one connection one at a time and in order", async () => {
  client.write(ask.repeat(200));
  for (let n = 0; n < 200; n += 1) {
    await expect.poll(() => handled.length, { interval: 1 }).toBe(n + 1);
    handled.at(-1)?.end(`<${n}>`);
  }
  await expect.poll(() => answers).toContain("<199>");
  const order = [...answers.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
  expect(order).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

test("does not read from a client while too many of its requests wait", async () => {
  let hasAllBeenTaken = false;
  client.write(ask.repeat(1_000_000), () => (hasAllBeenTaken = true));
  await expect.poll(() => handled.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(hasAllBeenTaken).toBe(false);
  expect(handled).toHaveLength(1);
});

test("reads bodies that arrive after a pause", async () => {
  const bodies: string[] = [];
  server.removeAllListeners("request");
  const reading = new PipelinedRequests((request, response) => {
    let body = "";
    request.on("data", (data: Buffer) => (body += data.toString()));
    request.on("end", () => {
      bodies.push(body);
      response.end();
    });
  });
  server.on("request", (request, response) => reading.take(request, response));
  const post =
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde".repeat(400);
  for (let at = 0; at < post.length; at += 1_701) {
    client.write(post.slice(at, at + 1_701));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => bodies.length, { timeout: 20_000 }).toBe(400);
  expect(new Set(bodies)).toEqual(new Set(["abcde"]));
  server.removeAllListeners("request");
  server.on("request", (request, response) => requests.take(request, response));
});

test("does not handle requests of a closed connection", async () => {
  client.write(ask.repeat(100));
  await expect.poll(() => handled.length).toBe(1);
  client.destroy();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(handled).toHaveLength(1);
});
