import fc from "fast-check";
import { expect, test } from "vitest";
import {
  JsonBoundsError,
  MAX_VALUES,
  parseBoundedJson,
} from "./boundedJson.ts";

test("accepts and rejects the same texts as JSON.parse", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      let expected: unknown = "refused";
      try {
        expected = { value: JSON.parse(text) as unknown };
      } catch {
        // Not JSON.
      }
      let found: unknown = "refused";
      try {
        found = { value: parseBoundedJson(text) };
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
      }
      expect(found).toEqual(expected);
    }),
  );
});

test.each([
  ["deeply nested arrays", "[".repeat(8_000_000)],
  ["deeply nested objects", '{"a":'.repeat(1_000_000)],
  ["more values than allowed", `[${"0,".repeat(MAX_VALUES + 1)}0]`],
  [
    "more fields than allowed",
    `{${Array.from({ length: MAX_VALUES + 2 }, (_, i) => `"${i}":0`).join()}}`,
  ],
])("rejects %s", (_, text) => {
  expect(() => parseBoundedJson(text)).toThrow(JsonBoundsError);
});

test("ignores brackets and commas inside strings", () => {
  const text = `${"[{,".repeat(MAX_VALUES)}\\"]}`;
  expect(parseBoundedJson(JSON.stringify([text, '"', "\\"]))).toEqual([
    text,
    '"',
    "\\",
  ]);
});

test("reads a string of escaped quotes in linear time", () => {
  const text = JSON.stringify("\\".repeat(4_000_000));
  expect(parseBoundedJson(text)).toHaveLength(4_000_000);
  const quotes = JSON.stringify('"'.repeat(4_000_000));
  expect(parseBoundedJson(quotes)).toHaveLength(4_000_000);
  expect(() => parseBoundedJson(`"${"\\".repeat(8_000_001)}"`)).toThrow(
    SyntaxError,
  );
});
