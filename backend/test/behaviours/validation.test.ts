import type { Value } from "convex/values";
import { type Behaviour, behaviours } from "./harness/behaviours.ts";
import type { Args, Deployment } from "./harness/deployment.ts";
import { addNotes, textsOf } from "./harness/fixtures.ts";

const someBytes = new Uint8Array([1, 2, 255]).buffer;

/** For each field: values that it accepts, and values that it refuses. */
const fields: [field: string, good: Value[], bad: Value[]][] = [
  ["text", ["", "गली 🎤", "\u0000"], [1, null, ["a"]]],
  ["float", [0, -0, NaN, -Infinity, 1e300], [1n, "1", null]],
  ["integer", [0n, 2n ** 63n - 1n, -(2n ** 63n)], [1, "1"]],
  ["flag", [true, false], [0, null, "true"]],
  ["nothing", [null], [0, "", false]],
  ["bytes", [someBytes, new ArrayBuffer()], ["AQI=", [1, 2]]],
  ["anything", [null, 1n, [{ a: [someBytes] }], "x"], []],
  ["word", ["yes"], ["no", true, null]],
  ["either", ["a", 1], [1n, null, true]],
  ["list", [[], [1, 2]], [["a"], [1, null], "1", { 0: 1 }]],
  ["record", [{}, { a: 1, "b c": 2 }], [{ a: "1" }, [1], null]],
  [
    "object",
    [{ needed: "a" }, { needed: "a", extra: 1 }],
    [{}, { needed: 1 }, { needed: "a", more: 1 }, null, []],
  ],
];

const records = {
  why: "keys and values of `v.record` are checked; convex-test accepts everything",
  wanted: true,
} as const;

function acceptance(field: string, value: Value): Behaviour[] {
  const is = { [field]: value };
  const shown = show(value);
  return [
    {
      title: `an argument ${field} takes ${shown}`,
      run: (d) => d.query("validation:echo", { [field]: value }),
      is,
    },
    {
      title: `a document's ${field} takes ${shown}`,
      run: (d) =>
        d.mutation("validation:insert", { fields: { [field]: value } }),
      is,
    },
  ];
}

function refusal(field: string, value: Value): Behaviour[] {
  const shown = show(value);
  const given: Args = { [field]: value };
  return [
    {
      title: `an argument ${field} refuses ${shown}`,
      run: (d: Deployment) => d.query("validation:echo", given),
    },
    {
      title: `a document's ${field} refuses ${shown}`,
      run: (d: Deployment) =>
        d.mutation("validation:insert", { fields: given }),
    },
  ].map((each): Behaviour => {
    const embedded = { failsWith: `Path: .${field}` };
    return field === "record"
      ? {
          ...each,
          differs: { convexTest: { is: given }, embedded, ...records },
        }
      : {
          ...each,
          differs: {
            convexTest: {
              // convex-test reads the fields of null and fails differently
              failsWith:
                field === "object" && value === null
                  ? "null to object"
                  : "Validator error",
            },
            embedded,
            why: "errors for refused values name the path, value and validator; convex-test says `Validator error`",
            wanted: true,
          },
        };
  });
}

function show(value: Value): string {
  if (value instanceof ArrayBuffer) return `${value.byteLength} bytes`;
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "number") return String(value);
  return JSON.stringify(value, (_, inner: unknown) =>
    inner instanceof ArrayBuffer ? "bytes" : inner,
  );
}

function stored(title: string, value: Value) {
  return {
    title,
    run: (d: Deployment) =>
      d
        .mutation("validation:insert", { fields: { anything: value } })
        .then(() => "stored"),
  };
}

function unlimited(title: string, value: Value, failsWith: string): Behaviour {
  return {
    ...stored(title, value),
    differs: {
      convexTest: { is: "stored" },
      embedded: { failsWith },
      why: "arrays, objects, nesting and field names have Convex's limits; convex-test has none",
      wanted: true,
    },
  };
}

/** Limits on values, tested with a field that accepts any value. */
const limits: Behaviour[] = [
  { ...stored("8192 elements", Array<number>(8192).fill(0)), is: "stored" },
  unlimited("8193 elements", Array<number>(8193).fill(0), "8192"),
  { ...stored("1024 fields", objectOf(1024)), is: "stored" },
  unlimited("1025 fields", objectOf(1025), "1024"),
  { ...stored("a nesting of 14", nested(14)), is: "stored" },
  unlimited("a nesting of 70", nested(70), "nest"),
  unlimited("an empty field name", { "": 1 }, "empty"),
  { ...stored("a field name with $", { $a: 1 }), failsWith: "$" },
  {
    ...stored("a field name of another script", { गली: 1 }),
    failsWith: "ASCII",
  },
];

function objectOf(count: number): Value {
  const names = Array.from({ length: count }, (_, i) => `field${i}`);
  return Object.fromEntries(names.map((name) => [name, 0]));
}

function nested(depth: number): Value {
  return depth === 0 ? 0 : [nested(depth - 1)];
}

behaviours("validation", {}, [
  ...fields.flatMap(([field, good, bad]) => [
    ...good.flatMap((value) => acceptance(field, value)),
    ...bad.flatMap((value) => refusal(field, value)),
  ]),
  ...limits,
  {
    title: "an id of the table is accepted",
    run: async (d) => {
      const [note = ""] = await addNotes(d);
      const echoed = await d.query<{ note: string }>("validation:echo", {
        note,
      });
      return echoed.note === note;
    },
    is: true,
  },
  {
    title: "an id of another table is rejected",
    run: async (d) => {
      const note = await d.mutation<string>("scheduler:start", {
        kind: "mutation",
        afterMs: 60_000,
        text: "x",
      });
      return d.query("validation:echo", { note });
    },
    failsWith: "notes",
  },
  {
    title: "a malformed id is rejected",
    run: (d) => d.query("validation:echo", { note: "nonsense" }),
    failsWith: "notes",
  },
  {
    title: "a record with ids as keys is accepted",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      const noteRecord = { [id]: true };
      const echoed = await d.query<{ noteRecord: object }>("validation:echo", {
        noteRecord,
      });
      return Object.keys(echoed.noteRecord)[0] === id;
    },
    is: true,
  },
  {
    title: "a record rejects keys that are not ids",
    run: (d) => d.query("validation:echo", { noteRecord: { nonsense: true } }),
    differs: {
      convexTest: { is: { noteRecord: { nonsense: true } } },
      embedded: { failsWith: "nonsense" },
      ...records,
    },
  },
  {
    title: "an undeclared argument is rejected",
    run: (d) => d.query("validation:echo", { more: 1 }),
    failsWith: "more",
  },
  {
    title: "a missing argument is rejected",
    run: (d) => d.query("notes:get", {}),
    failsWith: "id",
  },
  {
    title: "a function without validators accepts everything",
    run: (d) => d.query("validation:unchecked", { any: [1n, { thing: null }] }),
    is: { any: [1n, { thing: null }] },
  },
  {
    title: "an undeclared field of a document is rejected",
    run: (d) => d.mutation("validation:insert", { fields: { more: 1 } }),
    failsWith: "more",
  },
  {
    title: "half of a surrogate pair is not stored",
    run: async (d) => {
      const note = { owner: "asha", text: "\ud83c", likes: 0 };
      await d.mutation("notes:add", { notes: [note] });
      return textsOf(d);
    },
    differs: {
      convexTest: { is: ["\ud83c"] },
      embedded: { failsWith: "not valid Unicode" },
      why: "texts must be valid Unicode; convex-test stores half of a surrogate pair",
      wanted: true,
    },
  },
  {
    title: "a whole surrogate pair is stored",
    run: async (d) => {
      const note = { owner: "asha", text: "\ud83c\udfa4", likes: 0 };
      await d.mutation("notes:add", { notes: [note] });
      return textsOf(d);
    },
    is: ["🎤"],
  },
  {
    title: "an undefined field is not stored",
    run: (d) => d.mutation("validation:insertsUndefined"),
    is: ["_creationTime", "_id", "float"],
  },
  {
    title: "a result that matches is returned",
    run: (d) => d.query("validation:returnsText", { value: "text" }),
    is: "text",
  },
  {
    title: "a result that does not match is rejected",
    run: (d) => d.query("validation:returnsText", { value: 1 }),
    failsWith: "1",
  },
  {
    title: "a result with an extra field is rejected",
    run: (d) =>
      d.query("validation:returnsObject", { value: { a: 1, more: 1 } }),
    failsWith: "more",
  },
  {
    title: "an undefined result matches null",
    run: (d) => d.query("validation:returnsNull"),
    is: null,
  },
  {
    title: "a mutation whose result is rejected writes nothing",
    run: async (d) => {
      await d
        .mutation("validation:writesAndReturnsWrong")
        .catch(() => undefined);
      return textsOf(d);
    },
    differs: {
      convexTest: { is: ["written"] },
      embedded: { is: [] },
      why: "a mutation whose return value is refused writes nothing; convex-test checks after the commit",
      wanted: true,
    },
  },
  {
    title: "a result that is not a Convex value is rejected",
    run: (d) => d.query("validation:returnsUnstorable"),
    failsWith: "is not a supported Convex type",
  },
  {
    title: "a document that is not a Convex value is rejected",
    run: (d) => d.mutation("validation:insertsUnstorable"),
    failsWith: "is not a supported Convex type",
  },
]);
