import { compareValues, convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeKey, KEY_MAX, keyAfter } from "./keys.ts";
import {
  float,
  int64,
  text,
  value,
} from "../../test/support/arbitraryValues.ts";

function keyOf(operand: Value | undefined): string {
  return encodeKey(
    operand === undefined ? { $undefined: null } : convexToJson(operand),
  );
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

const operand = fc.option(value, { nil: undefined });

test.each([
  ["values of any type", fc.tuple(operand, operand), 20_000],
  ["texts", fc.tuple(text, text), 10_000],
  ["floats", fc.tuple(float, float), 10_000],
  ["integers", fc.tuple(int64, int64), 10_000],
])("keys order %s as compareValues does", (_name, pairs, numRuns) => {
  fc.assert(
    fc.property<[[Value | undefined, Value | undefined]]>(pairs, ([a, b]) => {
      const expected = Math.sign(compareValues(a, b));
      expect(order(keyOf(a), keyOf(b))).toBe(expected);
    }),
    { numRuns },
  );
});

test("no key is a prefix of another, so keys may be concatenated", () => {
  fc.assert(
    fc.property(operand, operand, (a, b) => {
      if (compareValues(a, b) === 0) return;
      expect(keyOf(b).startsWith(keyOf(a))).toBe(false);
    }),
    { numRuns: 10_000 },
  );
});

test("tuples compare field by field once their keys are concatenated", () => {
  const tuple = fc.array(operand, { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(tuple, tuple, (a, b) => {
      const byField =
        compareValues(a[0], b[0]) || compareValues(a[1], b[1]) || 0;
      const joined = order(a.map(keyOf).join(""), b.map(keyOf).join(""));
      expect(joined).toBe(Math.sign(byField));
    }),
    { numRuns: 10_000 },
  );
});

test("every key consists of bytes and sorts below the end of its prefix", () => {
  fc.assert(
    fc.property(operand, operand, (a, b) => {
      const prefix = keyOf(a);
      const key = prefix + keyOf(b);
      expect(/^[\x00-\xff]*$/.test(key)).toBe(true);
      expect(key >= prefix && key < prefix + KEY_MAX).toBe(true);
      expect(keyAfter(prefix) > prefix).toBe(true);
      expect(keyAfter(prefix) <= key).toBe(true);
    }),
  );
});

test("a pending commit timestamp sorts as the highest integer", () => {
  const pending = encodeKey({ $commitTs: null });
  expect(pending).toBe(keyOf(2n ** 63n - 1n));
  expect(pending > keyOf(2n ** 63n - 2n)).toBe(true);
});
