import { expect, test } from "vitest";
import { Admission, type CallerLimits } from "../admission/admission.ts";
import { UnreadBytes } from "./unreadBytes.ts";

const MIB = 1024 * 1024;
const limits: CallerLimits = {
  maxArgumentBytes: 1,
  held: { perAddress: 1, total: 1 },
  answers: { perAddress: 3 * MIB, total: 5 * MIB },
  maxQueriesPerSession: 1,
  maxQueriesPerAddress: 1,
  maxQueriesPerAccount: 1,
  maxPendingRequests: 1,
  maxPendingBytes: 1,
  minBodyBytesPerSecond: 0,
  bodyWindowMs: 5_000,
};

function stage() {
  const { anonymous } = new Admission({
    anonymous: limits,
    identified: limits,
  });
  return {
    unread: anonymous.unread,
    open: (address = "a") => new UnreadBytes({ bounds: anonymous }, address),
  };
}

test("clients of one address share a limit, and all addresses share another", () => {
  const { open } = stage();
  const rooms = (address: string) =>
    Array.from({ length: 4 }, () => open(address).sent(MIB));
  expect(rooms("a")).toEqual([true, true, true, false]);
  expect(rooms("b")).toEqual([true, false, false, false]);
});

test("a client that has read everything or is gone leaves nothing counted", () => {
  const { unread, open } = stage();
  const reader = open();
  for (const bytes of [MIB, 2 * MIB, MIB]) reader.sent(bytes);
  expect(unread.totalBytes).toBeGreaterThan(MIB / 2);
  expect(unread.totalBytes).toBeLessThanOrEqual(MIB);
  reader.drained();
  expect(unread.totalBytes).toBe(0);
  reader.sent(MIB);
  reader.release();
  expect(unread.totalBytes).toBe(0);
});

test("ten thousand clients of one address may pause while a small frame arrives", () => {
  const { unread, open } = stage();
  for (let n = 0; n < 10_000; n += 1) {
    expect(open().sent(40_000)).toBe(true);
  }
  expect(unread.totalBytes).toBe(0);
});

test("who leaves more unread has less time", () => {
  const ticksUntilGone = (unreadBytes: number) => {
    const reader = stage().open();
    for (let tick = 1; ; tick += 1)
      if (reader.isStalled(unreadBytes)) return tick;
  };
  expect(ticksUntilGone(1_000)).toBe(5);
  expect(ticksUntilGone(2 * MIB)).toBe(3);
  const reader = stage().open();
  for (let tick = 0; tick < 100; tick += 1) {
    expect(reader.isStalled(2 * MIB)).toBe(false);
    reader.drained();
  }
});
