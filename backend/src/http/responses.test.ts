import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HttpError } from "./httpError.ts";
import { PipelinedRequests } from "./pipelinedRequests.ts";
import { sendError } from "./responses.ts";

let closesConnection = false;
const handled: string[] = [];
const server = createServer();
const requests = new PipelinedRequests((request, response) => {
  handled.push(request.url ?? "");
  const error = new HttpError(413, "TooLarge", "No.", { closesConnection });
  sendError(response, error, () => undefined);
});
server.on("request", (request, response) => requests.take(request, response));

let client: Socket;
let served: Socket;
let answer: string;
let errors: Error[];

beforeEach(async () => {
  handled.length = 0;
  answer = "";
  errors = [];
  closesConnection = false;
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // A TCP server has a port.
  const connecting = once(server, "connection");
  client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  client.on("data", (data: Buffer) => (answer += data.toString()));
  client.on("error", (error) => errors.push(error));
  [served] = (await connecting) as [Socket];
});

afterEach(async () => {
  vi.useRealTimers();
  client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Sends the head and the beginning of a body, and waits for the refusal. */
async function beginBody(sizeBytes: number): Promise<void> {
  client.write(
    `POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: ${sizeBytes}\r\n\r\nab`,
  );
  await once(client, "end");
  expect(answer).toContain("413 Payload Too Large");
  expect(answer).toContain("Connection: close");
}

test("lets a sender who is still writing finish, and then closes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await beginBody(1_000_000);
  for (let count = 0; count < 4; count += 1) {
    const before = served.bytesRead;
    client.write("c".repeat(1_000));
    await expect.poll(() => served.bytesRead).toBe(before + 1_000);
  }
  expect(errors).toEqual([]);
  vi.advanceTimersByTime(1_000);
  await expect
    .poll(() => {
      client.write("c");
      return errors.length;
    })
    .toBe(1);
});

test("handles no other request while it discards a body", async () => {
  await beginBody(4);
  client.write("cdGET /next HTTP/1.1\r\nHost: x\r\n\r\n");
  await pause();
  expect(handled).toEqual(["/body"]);
});

test("closes at once after an error that asks for it", async () => {
  closesConnection = true;
  await beginBody(1_000_000);
  await expect
    .poll(() => {
      client.write("c");
      return errors.length;
    })
    .toBe(1);
});
