import { expect, test } from "vitest";
import { addressGroup, networksOf } from "./addressGroup.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:0207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
])("%s counts as %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test("cuts long text that a proxy sent", () => {
  expect(addressGroup("x".repeat(10_000))).toHaveLength(64);
});

test("a /64 also counts in its /56 and its /48, which may do more", () => {
  const networks = networksOf(addressGroup("2001:db8:0:1234::1"));
  expect(networks).toEqual([
    { name: "2001:db8:0:1234::/64", allowance: 1 },
    { name: "2001:db8:0:1200::/56", allowance: 2 },
    { name: "2001:db8:0::/48", allowance: 4 },
  ]);
  expect(networksOf("192.0.2.7")).toHaveLength(1);
});
