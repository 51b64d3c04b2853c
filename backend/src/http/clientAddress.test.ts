import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import {
  clientAddress,
  readNetworks,
  type TrustedProxies,
} from "./clientAddress.ts";

const requestWith = (
  headers: Record<string, string>,
  remoteAddress = "127.0.0.1",
  httpVersion = "1.1",
) => ({ headers, httpVersion, socket: { remoteAddress } }) as IncomingMessage; // the code under test reads only these

const addressOf = (
  forwarded: string,
  proxies: TrustedProxies,
  remoteAddress?: string,
) =>
  clientAddress(
    requestWith({ "x-forwarded-for": forwarded }, remoteAddress),
    proxies,
  );

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["203.0.113.1, 198.51.100.7", "198.51.100.7"],
  ["198.51.100.7:50001", "198.51.100.7"],
  ["[2001:db8::1]:50001", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["unknown", "127.0.0.1"],
  ["198.51.100.7, _hidden", "127.0.0.1"],
  ["", "127.0.0.1"],
  ["198.51.100.7,", "127.0.0.1"],
])("behind one proxy, %j comes from %s", (forwarded, address) => {
  expect(addressOf(forwarded, 1)).toBe(address);
});

test("without a trusted proxy, the header counts for nothing", () => {
  expect(addressOf("198.51.100.7", null, "192.0.2.1")).toBe("192.0.2.1");
});

test("behind two proxies, the last entry but one is the visitor", () => {
  expect(addressOf("1.1.1.1, 198.51.100.7, 192.0.2.9", 2)).toBe("198.51.100.7");
  expect(addressOf("192.0.2.9", 2)).toBe("192.0.2.9");
});

test("the first address outside the networks is the visitor", () => {
  const networks = readNetworks("192.0.2.0/24, 2001:db8::/32");
  const chain = "1.1.1.1, 198.51.100.7, 2001:db8::5, 192.0.2.9:443";
  expect(addressOf(chain, networks)).toBe("198.51.100.7");
  expect(addressOf("192.0.2.8, 192.0.2.9", networks)).toBe("192.0.2.8");
  expect(addressOf("198.51.100.7, unknown", networks)).toBe("127.0.0.1");
  // A visitor who connects directly may claim an address, which is ignored.
  const direct = addressOf("1.1.1.1", networks, "203.0.113.5");
  expect(direct).toBe("203.0.113.5");
});

test.each(["", "10.0.0.0/33", "10.0.0.0/", "example.org", "10.0.0.0/8/8"])(
  "%j is no list of networks",
  (text) => {
    expect(readNetworks(text)).toBeNull();
  },
);
