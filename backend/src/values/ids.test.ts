import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeId, idLength, tableNumberOf } from "./ids.ts";

const tableNumber = fc.oneof(
  fc.integer({ min: 1, max: 16_383 }),
  fc.constantFrom(1, 127, 128, 16_383),
);
const random = fc.uint8Array({ minLength: 10, maxLength: 10 });
const nowMs = fc.nat({ max: 2 ** 45 });

test("an id encodes its table in 31 or 32 lower-case letters and digits", () => {
  fc.assert(
    fc.property(tableNumber, nowMs, random, (number, now, bytes) => {
      const id = encodeId(number, now, bytes);
      expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{31,32}$/);
      expect(id).toHaveLength(idLength(number));
      expect(tableNumberOf(id)).toBe(number);
    }),
  );
});

test("different random bytes make different ids", () => {
  fc.assert(
    fc.property(tableNumber, random, random, (number, a, b) => {
      fc.pre(Buffer.compare(a, b) !== 0);
      expect(encodeId(number, 1, a)).not.toBe(encodeId(number, 1, b));
    }),
  );
});

test("ids of a table sort by time", () => {
  fc.assert(
    fc.property(tableNumber, nowMs, random, random, (number, now, a, b) => {
      expect(encodeId(number, now, a) < encodeId(number, now + 1, b)).toBe(
        true,
      );
    }),
  );
});

test("detects any single changed character", () => {
  const position = fc.nat({ max: 30 });
  const digit = fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz");
  fc.assert(
    fc.property(tableNumber, random, position, digit, (n, bytes, at, other) => {
      const id = encodeId(n, 1_700_000_000_000, bytes);
      fc.pre(id[at] !== other);
      const changed = id.slice(0, at) + other + id.slice(at + 1);
      expect(tableNumberOf(changed)).toBeNull();
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["", "empty"],
  ["hello", "too short"],
  ["0".repeat(31), "table number 0"],
  ["z".repeat(31), "wrong checksum"],
  ["i".repeat(31), "a letter that is not in the alphabet"],
  ["ल".repeat(31), "not ASCII"],
  [encodeId(5, 1, new Uint8Array(10)).toUpperCase(), "upper case"],
])("rejects %j as an id (%s)", (text) => {
  expect(tableNumberOf(text)).toBeNull();
});

test.each([
  ["j570c3a2vfz8js99c3t12b68hh863egz", 10_001],
  ["jd71dy1pftegp7scv1wxkzys5n7j2d97", 10_003],
])("reads the id %s from Convex as one of table %i", (id, number) => {
  expect(tableNumberOf(id)).toBe(number);
});

test("rejects invalid table numbers and byte counts", () => {
  expect(() => encodeId(0, 1, new Uint8Array(10))).toThrow("Table number 0");
  expect(() => encodeId(16_384, 1, new Uint8Array(10))).toThrow("16384");
  expect(() => encodeId(1, 1, new Uint8Array(9))).toThrow("10 random bytes");
});
