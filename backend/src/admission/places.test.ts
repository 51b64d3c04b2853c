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
