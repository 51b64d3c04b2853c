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
      expect(budget.shortage("a", limits.perAddress)).toBeNull();
    }),
  );
});
