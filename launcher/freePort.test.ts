import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { parseAppOptions } from "./appOptions.ts";
import { requireAddress } from "./backend.ts";
import { freePort } from "./freePort.ts";

test("skips a port in use and an excluded one", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address with a port.
  const used = (server.address() as AddressInfo).port;
  const next = await freePort(used);
  expect(next).toBeGreaterThan(used);
  expect(await freePort(used, { except: next })).toBeGreaterThan(next);
  server.close();
});

test("0 picks any free port", async () => {
  expect(await freePort(0)).toBeGreaterThan(0);
});

test("the app does not start beside a program that localhost leads to", async () => {
  const other = createServer().listen(0, "::1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo; // a TCP server has this kind of address
  const { backend } = parseAppOptions({ PORT: String(port) }, "/app");
  await expect(requireAddress({ backend })).rejects.toThrow("in use on [::1]");
  other.close();
});
