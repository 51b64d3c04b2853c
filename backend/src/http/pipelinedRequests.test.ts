import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
  client.write(ask.repeat(65));
  for (let n = 0; n < 65; n += 1) {
    await expect.poll(() => handled.length, { interval: 1 }).toBe(n + 1);
    handled.at(-1)?.end(`<${n}>`);
  }
  await expect.poll(() => answers).toContain("<64>");
  const order = [...answers.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
  expect(order).toEqual(Array.from({ length: 65 }, (_, n) => n));
});

test("cuts off a client that sends far too many requests ahead", async () => {
  const taken = vi.spyOn(requests, "take");
  client.write(ask.repeat(1_000_000));
  await expect.poll(() => client.closed).toBe(true);
  expect(handled).toHaveLength(1);
  // At most the requests that arrived in the same piece of data.
  expect(taken.mock.calls.length).toBeLessThan(10_000);
});

test("reads the bodies of requests that are sent ahead in pieces", async () => {
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
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde".repeat(60);
  for (let at = 0; at < post.length; at += 171) {
    client.write(post.slice(at, at + 171));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => bodies.length).toBe(60);
  expect(new Set(bodies)).toEqual(new Set(["abcde"]));
  server.removeAllListeners("request");
  server.on("request", (request, response) => requests.take(request, response));
});

test("does not handle requests of a closed connection", async () => {
  client.write(ask.repeat(50));
  await expect.poll(() => handled.length).toBe(1);
  client.destroy();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(handled).toHaveLength(1);
});
