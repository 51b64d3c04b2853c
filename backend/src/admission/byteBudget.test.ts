import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteBudget, FREE_BYTES } from "./byteBudget.ts";

const KIB = 1024;
const limits = { perAddress: 100 * KIB, total: 150 * KIB };

test("limits the bytes of one address and of all addresses together", () => {
  const budget = new ByteBudget(limits);
  const first = budget.holder("a");
  first.grow(100 * KIB);
  expect(budget.holder("a").shortage(50 * KIB)).toBe("address");
  expect(budget.holder("b").shortage(50 * KIB)).toBeNull();
  expect(budget.holder("b").shortage(90 * KIB)).toBe("everybody");
  first.release();
  expect(budget.holder("b").shortage(90 * KIB)).toBeNull();
});

test("small amounts are free even when the budget is used up", () => {
  const budget = new ByteBudget(limits);
  budget.holder("a").grow(1_000 * KIB);
  const small = budget.holder("a");
  expect(small.shortage(FREE_BYTES)).toBeNull();
  small.grow(FREE_BYTES);
  expect(small.shortage(1)).toBe("address");
});

test("calls a waiting listener when there is room again, until it is forgotten", () => {
  const budget = new ByteBudget(limits);
  const holder = budget.holder("a");
  let calls = 0;
  const listener = { roomAppeared: () => void (calls += 1) };
  budget.awaitRoom(listener);
  holder.grow(50 * KIB);
  expect(calls).toBe(0);
  holder.shrink(KIB);
  expect(calls).toBe(1);
  budget.forget(listener);
  holder.release();
  expect(calls).toBe(1);
});

test("the budget is empty once every holder has released its bytes", () => {
  const step = fc.record({
    holder: fc.nat(3),
    bytes: fc.integer({ min: -200 * KIB, max: 200 * KIB }),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const budget = new ByteBudget(limits);
      const holders = ["a", "a", "b", "c"].map((at) => budget.holder(at));
      for (const { holder, bytes } of steps) {
        if (bytes < 0) holders[holder]?.shrink(-bytes);
        else holders[holder]?.grow(bytes);
      }
      for (const holder of holders) holder.release();
      expect(budget.totalBytes).toBe(0);
      expect(
        budget.shortage({ address: "a", account: null }, limits.perAddress),
      ).toBeNull();
    }),
  );
});

const MIB = 1024 * KIB;
const served = {
  perAddress: 64 * MIB,
  total: 256 * MIB,
  reserved: 128 * MIB,
};

/**
 * Takes as many bytes as possible, half a MiB at a time, like unfinished
 * bodies.
 */
function takeAll(budget: ByteBudget, address: string, account: string | null) {
  for (;;) {
    const body = budget.holder(address, account);
    if (body.shortage(MIB / 2) !== null) return;
    body.grow(MIB / 2);
  }
}

test("fifty accounts at twenty addresses leave room for a body of another", () => {
  const budget = new ByteBudget(served);
  for (let n = 0; n < 50; n++)
    takeAll(budget, `192.0.2.${n % 20}`, `account ${n}`);
  const bystander = budget.holder("198.51.100.1", "bystander");
  expect(bystander.shortage(MIB)).toBeNull();
});

test("one home line is no crowd: its 256 networks count together", () => {
  const budget = new ByteBudget(served);
  for (let n = 0; n < 256; n++)
    takeAll(budget, `2001:db8:0:${n.toString(16)}::/64`, `account ${n}`);
  expect(budget.totalBytes).toBeLessThan(served.total - served.reserved / 2);
});

test("two accounts cannot use up the address of a carrier", () => {
  const budget = new ByteBudget(served);
  for (const account of ["one", "two"]) takeAll(budget, "192.0.2.1", account);
  expect(budget.holder("192.0.2.1", "two").shortage(MIB)).toBe("account");
  expect(budget.holder("192.0.2.1", "bystander").shortage(MIB)).toBeNull();
});

test("a class behind one address sends its pieces at once", () => {
  const budget = new ByteBudget(served);
  for (let n = 0; n < 60; n++) {
    const piece = budget.holder("192.0.2.1", `member ${n}`);
    expect(piece.shortage(MIB / 2)).toBeNull();
    piece.grow(MIB / 2);
  }
});
