import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limitConnections } from "./connectionLimit.ts";

const server = createServer((_, response) => response.end("served"));
const clients: Socket[] = [];
let isExempt = false;
limitConnections(server, 2, () => isExempt);

beforeEach(async () => {
  isExempt = false;
  await once(server.listen(0, "127.0.0.1"), "listening");
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

/** Resolves with what the server answers: nothing if it closes the connection. */
async function answer(): Promise<string> {
  const { port } = server.address() as AddressInfo; // A TCP server has a port.
  const client = connect(port, "127.0.0.1");
  clients.push(client);
  client.on("error", () => undefined);
  client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return new Promise((resolve) => {
    client.once("data", (data: Buffer) => resolve(data.toString()));
    client.once("close", () => resolve(""));
  });
}

test("closes connections above the limit of their address", async () => {
  expect(await answer()).toContain("served");
  expect(await answer()).toContain("served");
  expect(await answer()).toBe("");
  clients[0]?.destroy();
  await expect.poll(answer).toContain("served");
});

test("does not limit exempt addresses", async () => {
  isExempt = true;
  for (let n = 0; n < 3; n += 1) expect(await answer()).toContain("served");
});
