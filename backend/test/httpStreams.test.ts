import { ConvexHttpClient } from "convex/browser";
import {
  type ClientRequest,
  get as httpGet,
  type IncomingMessage,
  request as httpRequest,
} from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mutation, query } from "./support/clients.ts";
import { ServerProcess } from "./support/serverProcess.ts";

const MAX_BYTES = 20 << 20;
const CHUNK_BYTES = 65_536;

let server: ServerProcess;
let client: ConvexHttpClient;

beforeAll(async () => {
  server = await ServerProcess.withApp({ env: { ACTION_TIMEOUT_MS: "15000" } });
  client = new ConvexHttpClient(server.url);
});

afterAll(() => server[Symbol.asyncDispose]());

const counter = (name: string) =>
  client.query(query<number>("counters:get"), { name });

async function open(path: string) {
  const response = await fetch(server.url + path);
  if (response.body === null) throw new Error("There is no body.");
  // A response body is a stream of bytes; its type does not say so.
  const body = response.body as ReadableStream<Uint8Array>;
  return { response, reader: body.getReader() };
}

async function sizeOf(path: string): Promise<number> {
  const { reader } = await open(path);
  let sizeBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return sizeBytes;
    sizeBytes += value.byteLength;
  }
}

test("sends the first part of a body while the action waits for the second", async () => {
  const { response, reader } = await open("/halves");
  expect(response.headers.get("x-streamed")).toBe("yes");
  const decode = async () =>
    new TextDecoder().decode((await reader.read()).value);
  expect(await decode()).toBe("first ");
  await client.mutation(mutation("counters:increment"), { name: "go" });
  expect(await decode()).toBe("second");
  expect((await reader.read()).done).toBe(true);
});

test("pauses the action for a slow reader and cancels the stream when the reader leaves", async () => {
  const response = await new Promise<IncomingMessage>((resolve) => {
    httpGet(`${server.url}/endless`, (incoming) => resolve(incoming.pause()));
  });
  let before = -1;
  // Waits until the sockets' buffers are full and nothing moves any more.
  const isStill = async () => {
    const now = await counter("chunks");
    const stands = now > 0 && now === before;
    before = now;
    return stands;
  };
  await expect.poll(isStill, { interval: 500 }).toBe(true);
  expect(before * CHUNK_BYTES).toBeLessThan(MAX_BYTES);
  expect(await counter("/endless cancelled")).toBe(0);
  response.destroy();
  await expect.poll(() => counter("/endless cancelled")).toBe(1);
});

test("sends large bodies whole to readers of any speed", async () => {
  const bodies = [1, 2, 3].map((n) => Buffer.alloc(4 << 20, `body ${n} `));
  const readSlowly = async (body: Buffer<ArrayBuffer>) => {
    const response = await fetch(`${server.url}/whole`, {
      method: "POST",
      body,
    });
    const stream: AsyncIterable<Uint8Array> | null = response.body;
    if (stream === null) throw new Error("The response has no body.");
    const parts: Uint8Array[] = [];
    for await (const part of stream) {
      parts.push(part);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return Buffer.concat(parts);
  };
  const answers = await Promise.all(bodies.map(readSlowly));
  for (const [at, answer] of answers.entries())
    expect(answer.equals(bodies[at] ?? Buffer.alloc(0))).toBe(true);
});

test("cuts a body above 20 MiB", async () => {
  await expect(sizeOf("/tooMuch")).rejects.toThrow("terminated");
});

test("cuts the connection if a body fails half-way", async () => {
  await expect(sizeOf("/fails")).rejects.toThrow("terminated");
});

test("cuts a body that stalls when the action's time is up", async () => {
  await expect(sizeOf("/stalls")).rejects.toThrow("terminated");
});

test("answers with an error if a body does not consist of bytes", async () => {
  const response = await fetch(`${server.url}/noBytes`);
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("stream of bytes");
});

test("sends no body for HEAD and cancels the stream", async () => {
  const response = await fetch(`${server.url}/stalls`, { method: "HEAD" });
  expect(response.headers.get("x-streamed")).toBe("yes");
  expect(await response.text()).toBe("");
});

function post(path: string, headers: Record<string, string> = {}) {
  const request = httpRequest(server.url + path, { method: "POST", headers });
  const answer = new Promise<{ status: number; text: string }>(
    (resolve, reject) => {
      request.on("error", reject);
      request.on("response", (response) => {
        response.setEncoding("utf8");
        let text = "";
        response.on("data", (part: string) => (text += part));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text }),
        );
      });
    },
  );
  return { request, answer };
}

/** Writes as fast as the connection accepts data. */
async function write(request: ClientRequest, sizeBytes: number): Promise<void> {
  for (let sent = 0; sent < sizeBytes; sent += CHUNK_BYTES) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, sizeBytes - sent));
    if (request.destroyed) return;
    await new Promise((resolve) => request.write(chunk, resolve));
  }
}

test("lets an action read the first part of a body while the rest is still being sent", async () => {
  const { request, answer } = post("/upload");
  await write(request, CHUNK_BYTES);
  await expect.poll(() => counter("pieces")).not.toBe(0);
  await write(request, 3 * CHUNK_BYTES);
  request.end();
  expect(await answer).toEqual({
    status: 200,
    text: JSON.stringify({ sizeBytes: 4 * CHUNK_BYTES }),
  });
});

test("passes a body through an action and back", async () => {
  const body = new Uint8Array(5_000_000).map((_, at) => at % 251);
  const response = await fetch(`${server.url}/echo`, { method: "POST", body });
  expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
});

test("lets an action answer without reading the body", async () => {
  const { request, answer } = post("/refuse");
  await write(request, 2 * CHUNK_BYTES);
  expect(await answer).toEqual({ status: 403, text: "no" });
  request.destroy();
});

test("rejects a body above the limit, with or without a declared length", async () => {
  const declared = post("/upload", { "content-length": String(MAX_BYTES + 1) });
  declared.request.flushHeaders();
  expect((await declared.answer).status).toBe(413);
  declared.request.destroy();
  const { request, answer } = post("/upload");
  // The server may close the connection before everything is written.
  write(request, MAX_BYTES + CHUNK_BYTES).catch(() => undefined);
  expect((await answer).status).toBe(413);
  request.destroy();
});

test("keeps running when a sender leaves in the middle of a body", async () => {
  const { request, answer } = post("/upload");
  answer.catch(() => undefined);
  const before = await counter("pieces");
  await write(request, CHUNK_BYTES);
  await expect.poll(() => counter("pieces")).toBeGreaterThan(before);
  request.destroy();
  expect((await fetch(`${server.url}/hello`)).status).toBe(202);
});
