import { convexToJson, v, type Value } from "convex/values";
import { expect, test } from "vitest";
import type { ValidatorJSON } from "./convexJson.ts";
import { validationProblem } from "./validators.ts";

/** In these tests ids have the form `table:anything`. */
function tableOfId(id: string): string | null {
  return id.includes(":") ? (id.split(":")[0] ?? null) : null;
}

function problem(validator: { json: unknown }, value: Value): string | null {
  // Validators export their JSON under this name without declaring it.
  const json = validator.json as ValidatorJSON;
  return validationProblem(json, convexToJson(value), tableOfId);
}

function exported(validator: unknown): { json: unknown } {
  return validator as { json: unknown };
}

const GENRES = v.union(v.literal("drill"), v.literal("boom bap"));

test.each<[string, unknown, Value]>([
  ["v.null()", v.null(), null],
  ["v.float64()", v.float64(), 1.5],
  ["v.float64() of a special float", v.float64(), -0],
  ["v.int64()", v.int64(), 5n],
  ["v.boolean()", v.boolean(), false],
  ["v.string()", v.string(), "गली"],
  ["v.bytes()", v.bytes(), new ArrayBuffer(3)],
  ["v.any()", v.any(), { deep: [1, "x"] }],
  ["v.literal() of an integer", v.literal(3n), 3n],
  ["v.id()", v.id("beats"), "beats:1"],
  ["v.array()", v.array(v.string()), ["a", "b"]],
  ["v.record()", v.record(v.string(), v.float64()), { a: 1, b: 2 }],
  ["v.record() by id", v.record(v.id("beats"), v.null()), { "beats:1": null }],
  ["v.union()", GENRES, "drill"],
  ["v.object()", v.object({ a: v.string() }), { a: "x" }],
  ["v.optional() left out", v.object({ a: v.optional(v.null()) }), {}],
])("%s accepts what it describes", (_name, validator, value) => {
  expect(problem(exported(validator), value)).toBeNull();
});

test.each<[string, unknown, Value]>([
  ["v.null()", v.null(), 0],
  ["v.float64()", v.float64(), 1n],
  ["v.int64()", v.int64(), 1],
  ["v.boolean()", v.boolean(), "true"],
  ["v.string()", v.string(), null],
  ["v.bytes()", v.bytes(), "x"],
  ["v.literal()", v.literal("a"), "b"],
  ["v.id()", v.id("beats"), "no id at all"],
  ["v.array()", v.array(v.string()), "a"],
  ["v.record()", v.record(v.string(), v.null()), [null]],
  ["v.union()", GENRES, "trap"],
  ["v.object() of bytes", v.object({}), new ArrayBuffer(1)],
])("%s rejects another value", (_name, validator, value) => {
  expect(problem(exported(validator), value)).toMatch(
    /^Value does not match validator\.\n/,
  );
});

test("a mismatch shows the path, the value and the validator", () => {
  const validator = v.object({
    beats: v.array(v.object({ bpm: v.float64() })),
  });
  const value = { beats: [{ bpm: 90 }, { bpm: "fast" }] };
  expect(problem(exported(validator), value)).toBe(
    'Value does not match validator.\nPath: .beats[1].bpm\nValue: "fast"\nValidator: v.float64()',
  );
});

test("names a missing field and says how to make it optional", () => {
  const validator = v.object({ x: v.string(), y: v.optional(v.int64()) });
  expect(problem(exported(validator), { y: 1n })).toBe(
    "Object is missing the required field `x`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n" +
      "Object: {y: 1n}\nValidator: v.object({x: v.string(), y: v.optional(v.int64())})",
  );
});

test("names an extra field", () => {
  expect(problem(exported(v.object({})), { x: 1 })).toBe(
    "Object contains extra field `x` that is not in the validator.\nObject: {x: 1.0}\nValidator: v.object({})",
  );
});

test("names both tables for an id of the wrong table", () => {
  expect(problem(exported(v.id("beats")), "verses:9")).toBe(
    'Found ID "verses:9" from table `verses`, which does not match the table name in validator `v.id("beats")`.',
  );
});

test("treats names from Object.prototype like any other field", () => {
  const validator = v.object({ a: v.optional(v.string()) });
  expect(problem(exported(validator), { toString: 1 })).toContain(
    "extra field `toString`",
  );
  expect(problem(exported(v.object({ constructor: v.null() })), {})).toContain(
    "missing the required field `constructor`",
  );
});
