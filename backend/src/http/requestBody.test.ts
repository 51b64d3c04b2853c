import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseBoundedJson } from "../values/boundedJson.ts";
import { readJsonBody } from "./requestBody.ts";
import { sendError, sendJson } from "./responses.ts";

const server = createServer((request, response) => {
  readJsonBody(request, 10_000_000, parseBoundedJson).then(
    (json) => sendJson(response, 200, json),
    (error: unknown) => sendError(response, error, () => undefined),
  );
});
let port = 0;

beforeEach(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port; // A TCP server has a port.
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

test.each([
  ["levels", "[".repeat(1_000_000), /nested at most/],
  ["values", `[${"0,".repeat(1_000_000)}0]`, /at most \d+ values/],
])("refuses too many %s with an explanation", async (_, body, says) => {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toMatch(says);
});

async function sendChunks(chunk: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString()));
  socket.on("error", () => undefined);
  socket.write(
    "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
  );
  socket.write(chunk.repeat(20_000));
  socket.write("1\r\n1\r\n0\r\n\r\n");
  await once(socket, "close");
  return answer;
}

test("refuses a body in far too many small chunks", async () => {
  const answer = await sendChunks("1\r\n \r\n");
  expect(answer).toContain("400 Bad Request");
  expect(answer).toContain("TooManyChunks");
});

test("accepts any number of larger chunks", async () => {
  const answer = await sendChunks(`40\r\n${" ".repeat(64)}\r\n`);
  expect(answer).toContain("200 OK");
});

function sendEncoded(encoding: string, body: Uint8Array<ArrayBuffer>) {
  return fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    headers: { "content-encoding": encoding },
    body,
  });
}

test("decodes brotli and gzip, and explains what it cannot decode", async () => {
  const json = Buffer.from('{"a":1}');
  for (const [encoding, body] of [
    ["br", brotliCompressSync(json)],
    ["gzip", gzipSync(json)],
  ] as const) {
    expect(await (await sendEncoded(encoding, body)).json()).toEqual({ a: 1 });
    const cut = await sendEncoded(encoding, body.subarray(0, -1));
    expect(cut.status).toBe(400);
    expect(await cut.text()).toContain(`not valid ${encoding}`);
  }
  expect((await sendEncoded("zstd", json)).status).toBe(415);
});

test("stops to decode at the limit, even if the body has not ended", async () => {
  const socket = connect(port, "127.0.0.1");
  const answer = once(socket, "data");
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
  );
  socket.write(bomb.subarray(0, -1));
  expect(String(await answer)).toContain("413 Payload Too Large");
  socket.destroy();
});

test("stops to decode when the sender leaves", async () => {
  const reading = Promise.withResolvers<unknown>();
  server.once("request", (request: IncomingMessage) => {
    readJsonBody(request, 2 ** 30).catch(reading.resolve);
  });
  const sockets = once(server, "connection");
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  const body = gzipSync(Buffer.alloc(50_000_000));
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.end(body);
  const [served] = (await sockets) as [Socket];
  await once(served, "data");
  served.destroy();
  expect(await reading.promise).toMatchObject({ code: "SenderLeft" });
});
