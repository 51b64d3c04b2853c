import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
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
