import { compareValues, convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ConvexJson, ConvexJsonObject } from "./convexJson.ts";
import { compileFilter } from "./filters.ts";
import { value } from "../../test/support/arbitraryValues.ts";

function run(expression: ConvexJson, document: Record<string, Value>) {
  // The JSON of an object is an object.
  const json = convexToJson(document) as ConvexJsonObject;
  return compileFilter(expression)(json);
}

const beat = {
  title: "Gully",
  bpm: 90,
  plays: 7n,
  owner: { name: "asha", city: null },
};

test.each<[string, ConvexJson, boolean]>([
  ["$eq", { $eq: [{ $field: "title" }, { $literal: "Gully" }] }, true],
  ["$neq", { $neq: [{ $field: "bpm" }, { $literal: 90 }] }, false],
  ["$lt", { $lt: [{ $field: "bpm" }, { $literal: 100 }] }, true],
  ["$lte", { $lte: [{ $field: "bpm" }, { $literal: 90 }] }, true],
  ["$gt", { $gt: [{ $field: "bpm" }, { $literal: 90 }] }, false],
  ["$gte", { $gte: [{ $field: "bpm" }, { $literal: 90 }] }, true],
  [
    "a nested field",
    { $eq: [{ $field: "owner.name" }, { $literal: "asha" }] },
    true,
  ],
  [
    "a missing field",
    { $eq: [{ $field: "owner.age" }, { $literal: { $undefined: null } }] },
    true,
  ],
  [
    "null is not missing",
    { $eq: [{ $field: "owner.city" }, { $literal: { $undefined: null } }] },
    false,
  ],
  ["$and", { $and: [{ $literal: true }, { $literal: false }] }, false],
  ["$and of nothing", { $and: [] }, true],
  ["$or", { $or: [{ $literal: false }, { $literal: true }] }, true],
  ["$or of nothing", { $or: [] }, false],
  ["$not", { $not: { $literal: false } }, true],
  [
    "$add of floats",
    {
      $eq: [
        { $add: [{ $field: "bpm" }, { $literal: 0.5 }] },
        { $literal: 90.5 },
      ],
    },
    true,
  ],
  [
    "$mod of integers",
    {
      $eq: [
        {
          $mod: [
            { $field: "plays" },
            { $literal: { $integer: "AgAAAAAAAAA=" } },
          ],
        },
        { $literal: { $integer: "AQAAAAAAAAA=" } },
      ],
    },
    true,
  ],
  ["$neg", { $eq: [{ $neg: { $field: "bpm" } }, { $literal: -90 }] }, true],
])("%s", (_name, expression, expected) => {
  expect(run(expression, beat)).toBe(expected);
});

test("comparisons of any two values agree with compareValues", () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      const sides: ConvexJson = [
        { $field: "a" },
        { $literal: convexToJson(b) },
      ];
      expect(run({ $lt: sides }, { a })).toBe(compareValues(a, b) < 0);
      expect(run({ $eq: sides }, { a })).toBe(compareValues(a, b) === 0);
    }),
    { numRuns: 2000 },
  );
});

test.each<[ConvexJson, string]>([
  [{ $like: [] }, "Unknown filter operator `$like`"],
  [{ $eq: [{ $literal: 1 }] }, "takes two expressions"],
  [{ $and: { $literal: 1 } }, "takes a list"],
  ["title", "an object with one operator"],
])("rejects %j", (expression, message) => {
  expect(() => compileFilter(expression)).toThrow(message);
});

test("rejects arithmetic on numbers of different types", () => {
  const sum: ConvexJson = { $add: [{ $field: "bpm" }, { $field: "plays" }] };
  expect(() => run(sum, beat)).toThrow("two numbers of the same type");
});
