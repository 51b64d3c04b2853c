import type { Value } from "convex/values";
import { type Behaviour, behaviours } from "./harness/behaviours.ts";
import { addThings } from "./harness/fixtures.ts";

const things = [
  { label: "missing" },
  { label: "null", a: null },
  { label: "one", a: 1, b: 10 },
  { label: "two", a: 2, b: 2 },
  { label: "three", a: 3, b: 1 },
  { label: "int", a: 2n },
  { label: "text", a: "2" },
  { label: "true", a: true },
  { label: "false", a: false },
  { label: "nested", nested: { deep: { er: 5 } } },
];
const all = things.map(({ label }) => label);

const a = ["field", "a"];
const b = ["field", "b"];

function filtered(title: string, filter: Value, is: string[]): Behaviour {
  return {
    title,
    run: (d) => d.query("things:read", { filters: [filter] }),
    is,
  };
}

/** Compares only things with a `b`, which is always a number. */
function amongNumbers(title: string, filter: Value, is: string[]): Behaviour {
  return filtered(title, ["and", ["neq", b, ["undefined"]], filter], is);
}

/** Compares values of several types, which convex-test orders differently. */
function ordered(
  title: string,
  filter: Value,
  embedded: string[],
  convexTest: string[],
): Behaviour {
  return {
    title,
    run: (d) => d.query("things:read", { filters: [filter] }),
    differs: {
      convexTest: { is: convexTest },
      embedded: { is: embedded },
      why: "`lt`, `lte`, `gt` and `gte` in filters order values of all types as indexes do; convex-test compares as JavaScript does",
      wanted: true,
    },
  };
}

behaviours("filters", { before: (d) => addThings(d, things) }, [
  filtered("eq a number", ["eq", a, 2], ["two"]),
  filtered("eq an integer", ["eq", a, 2n], ["int"]),
  filtered("eq null", ["eq", a, null], ["null"]),
  filtered("eq undefined", ["eq", a, ["undefined"]], ["missing", "nested"]),
  filtered("neq undefined", ["neq", b, ["undefined"]], ["one", "two", "three"]),
  filtered(
    "neq a number matches all other types",
    ["neq", a, 2],
    all.filter((label) => label !== "two"),
  ),
  amongNumbers("eq of two fields", ["eq", a, b], ["two"]),
  filtered(
    "missing fields are equal",
    ["eq", a, b],
    ["missing", "two", "nested"],
  ),
  amongNumbers("lt", ["lt", b, 2], ["three"]),
  amongNumbers("lte", ["lte", b, 2], ["two", "three"]),
  amongNumbers("gt", ["gt", b, 2], ["one"]),
  amongNumbers("gte", ["gte", b, 2], ["one", "two"]),
  amongNumbers("lt of two fields", ["lt", a, b], ["one"]),
  ordered(
    "lt a number includes the types before it",
    ["lt", a, 2],
    ["missing", "null", "one", "int", "nested"],
    ["null", "one", "true", "false"],
  ),
  ordered(
    "lte a number includes the types before it",
    ["lte", a, 2],
    ["missing", "null", "one", "two", "int", "nested"],
    ["null", "one", "two", "int", "text", "true", "false"],
  ),
  ordered(
    "gt a number includes the types after it",
    ["gt", a, 2],
    ["three", "text", "true", "false"],
    ["three"],
  ),
  ordered(
    "gte a string includes only strings",
    ["gte", a, "1"],
    ["text"],
    ["one", "two", "three", "int", "text", "true"],
  ),
  filtered("and without operands is true", ["and"], all),
  filtered("or without operands is false", ["or"], []),
  filtered("or", ["or", ["eq", a, 1], ["eq", a, "2"]], ["one", "text"]),
  filtered(
    "not",
    ["not", ["or", ["eq", b, 2], ["eq", b, ["undefined"]]]],
    ["one", "three"],
  ),
  amongNumbers("add", ["eq", ["add", b, 1], 3], ["two"]),
  amongNumbers("sub", ["eq", ["sub", b, 1], 9], ["one"]),
  amongNumbers("mul", ["eq", ["mul", b, 3], 30], ["one"]),
  amongNumbers("div", ["eq", ["div", b, 4], 0.5], ["two"]),
  amongNumbers("mod", ["eq", ["mod", b, 3], 1], ["one", "three"]),
  amongNumbers(
    "arithmetic within arithmetic",
    ["eq", ["add", ["mul", b, b], a], 101],
    ["one"],
  ),
  {
    title: "neg negates a number",
    run: (d) =>
      d.query("things:read", {
        filters: [["and", ["neq", b, ["undefined"]], ["eq", ["neg", b], -10]]],
      }),
    differs: {
      convexTest: { failsWith: "not implemented" },
      embedded: { is: ["one"] },
      why: "filters have `neg`; on convex-test they do not",
      wanted: true,
    },
  },
  {
    title: "arithmetic on values that are not numbers fails",
    run: (d) => d.query("things:read", { filters: [["eq", ["add", a, 1], 3]] }),
    differs: {
      convexTest: { failsWith: "Cannot mix BigInt" },
      embedded: { failsWith: "needs two numbers of the same type" },
      why: "arithmetic in filters fails with a message if a value is not a number; convex-test computes as JavaScript does",
      wanted: true,
    },
  },
  filtered(
    "a nested field",
    ["eq", ["field", "nested.deep.er"], 5],
    ["nested"],
  ),
  filtered("a literal alone", true, all),
  filtered("a field alone is truthy as in JavaScript", a, [
    "one",
    "two",
    "three",
    "int",
    "text",
    "true",
  ]),
  {
    title: "two filters must both match",
    run: (d) =>
      d.query("things:read", {
        filters: [
          ["neq", b, ["undefined"]],
          ["neq", b, 1],
        ],
      }),
    is: ["one", "two"],
  },
  {
    title: "take counts documents that pass the filter",
    run: (d) => d.query("things:read", { filters: [["eq", b, 1]], take: 1 }),
    is: ["three"],
  },
  {
    title: "filters work in descending order",
    run: (d) =>
      d.query("things:read", {
        filters: [["neq", b, ["undefined"]]],
        order: "desc",
      }),
    is: ["three", "two", "one"],
  },
  {
    title: "more than 256 operators are refused",
    run: (d) =>
      d.query("things:read", {
        filters: Array.from({ length: 257 }, () => ["eq", b, 1]),
      }),
    failsWith: "256",
  },
]);
