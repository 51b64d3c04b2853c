import { expect, test } from "vitest";
import { Places } from "./places.ts";

test("counts for each address and in total, until the work is done", async () => {
  const places = new Places({ perAddress: 1, total: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = places.hold("192.0.2.1", () => promise);
  expect(places.shortage("192.0.2.1")).toBe("address");
  expect(places.shortage("192.0.2.2")).toBeNull();
  const second = places.hold("192.0.2.2", () => promise);
  expect(places.shortage("192.0.2.3")).toBe("everybody");
  resolve();
  await Promise.all([first, second]);
  expect(places.shortage("192.0.2.1")).toBeNull();
});

test("work that fails frees its place", async () => {
  const places = new Places({ perAddress: 1, total: 1 });
  const fail = () => Promise.reject(new Error("no"));
  await expect(places.hold(null, fail)).rejects.toThrow("no");
  expect(places.shortage(null)).toBeNull();
});

test("keeps places for addresses that have none", async () => {
  const places = new Places({ perAddress: 3, total: 4, reserved: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = [1, 2].map(() => places.hold("192.0.2.1", () => promise));
  expect(places.shortage("192.0.2.1")).toBe("everybody");
  for (const ip of ["192.0.2.2", "192.0.2.3"]) {
    expect(places.shortage(ip)).toBeNull();
    held.push(places.hold(ip, () => promise));
    expect(places.shortage(ip)).toBe("everybody");
  }
  expect(places.shortage("192.0.2.4")).toBe("everybody");
  resolve();
  await Promise.all(held);
  expect(places.shortage("192.0.2.1")).toBeNull();
});
