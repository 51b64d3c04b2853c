import type { Value } from "convex/values";
import { type Behaviour, behaviours } from "./harness/behaviours.ts";
import type { Args, Deployment } from "./harness/deployment.ts";
import { addThings } from "./harness/fixtures.ts";

/** One value of each type, in Convex's order. */
const values: [label: string, a: Value | undefined][] = [
  ["missing", undefined],
  ["null", null],
  ["-1n", -1n],
  ["1n", 1n],
  ["-Infinity", -Infinity],
  ["-0.5", -0.5],
  ["-0", -0],
  ["0", 0],
  ["1", 1],
  ["Infinity", Infinity],
  ["NaN", NaN],
  ["false", false],
  ["true", true],
  ["empty text", ""],
  ["A", "A"],
  ["a", "a"],
  ["ab", "ab"],
  ["U+FFFF", "\uffff"],
  // Comes after U+FFFF by code points, but before it by UTF-16 units.
  ["rap", "🎤"],
  ["bytes", new Uint8Array([1]).buffer],
  ["[]", []],
  ["[1]", [1]],
  ["[1, 2]", [1, 2]],
  ["{}", {}],
  ["{ k: 1 }", { k: 1 }],
];

const ORDERED = values.map(([label]) => label);

async function addAll(d: Deployment): Promise<void> {
  const shuffled = values.toSorted(([a], [b]) => (a < b ? -1 : 1));
  await addThings(
    d,
    shuffled.map(([label, a]) => (a === undefined ? { label } : { label, a })),
  );
}

async function addGrid(d: Deployment): Promise<void> {
  const pairs = [1, 2, 3].flatMap((a) =>
    ["x", "y", "z"].map((b) => ({ a, b })),
  );
  const things = pairs.map(({ a, b }) => ({ label: `${a}${b}`, a, b }));
  await addThings(d, [...things, { label: "1", a: 1 }]);
}

type Bound = [op: string, field: string, value?: Value];

function bounds(range: Bound[]): Args[] {
  return range.map(([op, field, value]) =>
    value === undefined ? { op, field } : { op, field, value },
  );
}

function reading(
  add: (d: Deployment) => Promise<void>,
  index: string,
  title: string,
  range: Bound[],
  outcome: { is: unknown } | { failsWith: string },
  more: Args = {},
): Behaviour {
  return {
    title,
    run: async (d) => {
      await add(d);
      const args = { index, range: bounds(range), ...more };
      return d.query("things:read", args);
    },
    ...outcome,
  };
}

const overValues = (title: string, range: Bound[], is: string[], more?: Args) =>
  reading(addAll, "by_a", title, range, { is }, more);

const overGrid = (title: string, range: Bound[], is: string[], more?: Args) =>
  reading(addGrid, "by_a_and_b", title, range, { is }, more);

const refused = (title: string, range: Bound[], failsWith: string) =>
  reading(addGrid, "by_a_and_b", title, range, { failsWith });

/** Returns the labels from `from` to `to`, both included. */
function between(from: string, to: string): string[] {
  return ORDERED.slice(ORDERED.indexOf(from), ORDERED.indexOf(to) + 1);
}

behaviours("index ranges", {}, [
  overValues("an index orders values of all types", [], ORDERED),
  overValues("descending is the reverse", [], ORDERED.toReversed(), {
    order: "desc",
  }),
  overValues("eq a number", [["eq", "a", 1]], ["1"]),
  overValues("an integer does not equal a float", [["eq", "a", 1n]], ["1n"]),
  overValues(
    "eq null does not match missing fields",
    [["eq", "a", null]],
    ["null"],
  ),
  overValues("eq undefined matches missing fields", [["eq", "a"]], ["missing"]),
  overValues("eq a text", [["eq", "a", "a"]], ["a"]),
  overValues("eq bytes", [["eq", "a", new Uint8Array([1]).buffer]], ["bytes"]),
  overValues("eq an array", [["eq", "a", [1]]], ["[1]"]),
  overValues("eq an object", [["eq", "a", { k: 1 }]], ["{ k: 1 }"]),
  overValues("eq NaN finds it", [["eq", "a", NaN]], ["NaN"]),
  overValues("eq 0 does not find -0", [["eq", "a", 0]], ["0"]),
  overValues(
    "gt undefined matches all present fields",
    [["gt", "a"]],
    between("null", "{ k: 1 }"),
  ),
  overValues("gte undefined matches everything", [["gte", "a"]], ORDERED),
  overValues("lt undefined matches nothing", [["lt", "a"]], []),
  overValues(
    "lte undefined matches missing fields",
    [["lte", "a"]],
    ["missing"],
  ),
  overValues(
    "lt null matches missing fields",
    [["lt", "a", null]],
    ["missing"],
  ),
  overValues(
    "gt null matches all other values",
    [["gt", "a", null]],
    between("-1n", "{ k: 1 }"),
  ),
  overValues(
    "lt a float includes all integers",
    [["lt", "a", -Infinity]],
    between("missing", "1n"),
  ),
  overValues(
    "gt -0 includes 0",
    [
      ["gt", "a", -0],
      ["lt", "a", 1],
    ],
    ["0"],
  ),
  overValues(
    "gte a number continues into other types",
    [["gte", "a", Infinity]],
    between("Infinity", "{ k: 1 }"),
  ),
  overValues(
    "between two floats",
    [
      ["gte", "a", -0.5],
      ["lt", "a", 1],
    ],
    ["-0.5", "-0", "0"],
  ),
  overValues(
    "all floats but NaN",
    [
      ["gte", "a", -Infinity],
      ["lte", "a", Infinity],
    ],
    between("-Infinity", "Infinity"),
  ),
  overValues(
    "between two texts",
    [
      ["gt", "a", "A"],
      ["lte", "a", "ab"],
    ],
    ["a", "ab"],
  ),
  overValues(
    "strings compare by code points",
    [
      ["gt", "a", "\uffff"],
      ["lt", "a", new ArrayBuffer()],
    ],
    ["rap"],
  ),
  overValues(
    "the upper bound may come first",
    [
      ["lt", "a", 1],
      ["gt", "a", -0.5],
    ],
    ["-0", "0"],
  ),
  overValues(
    "an empty range",
    [
      ["gt", "a", 5],
      ["lt", "a", 3],
    ],
    [],
  ),
  overValues(
    "an array comes before longer arrays that start with it",
    [
      ["gt", "a", []],
      ["lt", "a", {}],
    ],
    ["[1]", "[1, 2]"],
  ),
  overValues(
    "take from a range in descending order",
    [["lt", "a", 1]],
    ["0", "-0"],
    { order: "desc", take: 2 },
  ),

  overGrid(
    "no range returns everything",
    [],
    ["1", "1x", "1y", "1z", "2x", "2y", "2z", "3x", "3y", "3z"],
  ),
  overGrid("eq the first field", [["eq", "a", 2]], ["2x", "2y", "2z"]),
  overGrid(
    "eq both",
    [
      ["eq", "a", 2],
      ["eq", "b", "y"],
    ],
    ["2y"],
  ),
  overGrid(
    "eq and gt",
    [
      ["eq", "a", 2],
      ["gt", "b", "x"],
    ],
    ["2y", "2z"],
  ),
  overGrid(
    "eq and gte, lt",
    [
      ["eq", "a", 2],
      ["gte", "b", "x"],
      ["lt", "b", "z"],
    ],
    ["2x", "2y"],
  ),
  overGrid(
    "eq and lte",
    [
      ["eq", "a", 1],
      ["lte", "b", "x"],
    ],
    ["1", "1x"],
  ),
  overGrid(
    "eq a missing second field",
    [
      ["eq", "a", 1],
      ["eq", "b"],
    ],
    ["1"],
  ),
  overGrid(
    "eq and gt a missing field",
    [
      ["eq", "a", 1],
      ["gt", "b"],
    ],
    ["1x", "1y", "1z"],
  ),
  overGrid("gt the first field", [["gt", "a", 2]], ["3x", "3y", "3z"]),
  overGrid(
    "lte the first field, descending",
    [["lte", "a", 1]],
    ["1z", "1y", "1x", "1"],
    { order: "desc" },
  ),
  overGrid(
    "eq both and a bound on the creation time",
    [
      ["eq", "a", 2],
      ["eq", "b", "y"],
      ["gt", "_creationTime", 0],
    ],
    ["2y"],
  ),
  overGrid(
    "eq both and a future creation time",
    [
      ["eq", "a", 2],
      ["eq", "b", "y"],
      ["gt", "_creationTime", 1e15],
    ],
    [],
  ),
  overGrid("take from an eq", [["eq", "a", 3]], ["3x", "3y"], { take: 2 }),
  overGrid("a filter within a range", [["eq", "a", 3]], ["3x", "3z"], {
    filters: [["neq", ["field", "b"], "y"]],
  }),

  refused(
    "a field cannot be skipped",
    [["eq", "b", "x"]],
    "Incorrect field used in `withIndex`",
  ),
  refused(
    "no bound may follow two bounds",
    [
      ["gt", "a", 1],
      ["lt", "a", 3],
      ["lt", "a", 2],
    ],
    "Incorrect operator used in `withIndex`",
  ),
  refused(
    "eq cannot follow a bound",
    [
      ["gt", "a", 1],
      ["eq", "b", "x"],
    ],
    "used in `withIndex`",
  ),
  refused(
    "two lower bounds",
    [
      ["gt", "a", 1],
      ["gte", "a", 1],
    ],
    "Incorrect operator used in `withIndex`",
  ),
  refused(
    "bounds of two fields",
    [
      ["gt", "a", 1],
      ["lt", "b", "z"],
    ],
    "must operate on the same field",
  ),
  reading(addGrid, "by_nothing", "an index that is not in the schema", [], {
    failsWith: "by_nothing",
  }),

  {
    title: "equal keys are ordered by creation",
    run: async (d) => {
      await addThings(
        d,
        ["c", "a", "b"].map((label) => ({ label, a: 1 })),
      );
      return d.query("things:read", { index: "by_a" });
    },
    is: ["c", "a", "b"],
  },
  {
    title: "equal keys are ordered by descending creation",
    run: async (d) => {
      await addThings(
        d,
        ["c", "a", "b"].map((label) => ({ label, a: 1 })),
      );
      return d.query("things:read", { index: "by_a", order: "desc" });
    },
    is: ["b", "a", "c"],
  },
  {
    title: "a nested field is indexed; without it the value counts as missing",
    run: async (d) => {
      await addThings(d, [
        { label: "two", nested: { deep: 2 } },
        { label: "text", nested: "flat" },
        { label: "one", nested: { deep: 1 } },
        { label: "null", nested: { deep: null } },
        { label: "array", nested: [{ deep: 0 }] },
      ]);
      const all = await d.query("things:read", { index: "by_deep" });
      const range = bounds([["eq", "nested.deep"]]);
      return [all, await d.query("things:read", { index: "by_deep", range })];
    },
    is: [
      ["text", "array", "null", "one", "two"],
      ["text", "array"],
    ],
  },
  {
    title: "a patched document moves in its index",
    run: async (d) => {
      await addGrid(d);
      await d.mutation("things:setA", { label: "1y", a: 9 });
      const range = bounds([["gt", "a", 2]]);
      return d.query("things:read", { index: "by_a_and_b", range });
    },
    is: ["3x", "3y", "3z", "1y"],
  },
]);
