import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, test } from "vitest";
import type { ConvexJson } from "../values/convexJson.ts";
import { requireUsableSchema } from "./schemaChecks.ts";

type Tables = Parameters<typeof defineSchema>[0];

function check(tables: Tables, schemaValidation = true): void {
  const schema = defineSchema(tables, { schemaValidation });
  // `export` is internal to convex/server; the push calls it the same way.
  const { export: write } = schema as unknown as { export: () => string };
  requireUsableSchema(JSON.parse(write.call(schema)) as ConvexJson);
}

const anything = () => defineTable(v.any());
const people = () =>
  defineTable({
    name: v.string(),
    home: v.optional(v.object({ city: v.string() })),
    friend: v.union(v.id("people"), v.null()),
    marks: v.record(v.string(), v.number()),
  });
const manyFields = (count: number) =>
  Array.from({ length: count }, (_, at) => `f${at}`) as [string];

test("accepts a schema that uses existing fields and tables", () => {
  check({
    people: people()
      .index("by_name", ["name"])
      .index("by_city", ["home.city", "name"])
      .index("by_mark", ["marks.first"])
      .searchIndex("search_name", {
        searchField: "name",
        filterFields: ["friend"],
      }),
    vectors: defineTable({
      one: v.optional(v.array(v.float64())),
      other: v.object({ deep: v.union(v.null(), v.array(v.number())) }),
    })
      .vectorIndex("by_one", { vectorField: "one", dimensions: 2 })
      .vectorIndex("by_other", {
        vectorField: "other.deep",
        dimensions: 4096,
        filterFields: ["other"],
      }),
    files: defineTable({ file: v.id("_storage"), _creationTime: v.number() }),
    copies: defineTable({ of: v.object({ _id: v.string(), _x: v.any() }) }),
    loose: anything().index("by_x", manyFields(15)),
  });
});

test("accepts an app without a schema", () => {
  requireUsableSchema(null);
});

const reserved = (name: string) =>
  `In table "t" cannot name an index "${name}" because the name is reserved. ` +
  'Indexes may not start with an underscore or be named "by_id" or "by_creation_time".';

const vectors = (dimensions: number, filterFields: string[] = []) =>
  anything().vectorIndex("by_v", {
    vectorField: "v",
    dimensions,
    filterFields,
  });

test.each<[string, Tables, string]>([
  [
    "a vector index of one dimension",
    { t: vectors(1) },
    'In table "t": In index "by_v": A vector index has 2 to 4096 dimensions, not 1.',
  ],
  [
    "a vector index of 4,097 dimensions",
    { t: vectors(4097) },
    'In table "t": In index "by_v": A vector index has 2 to 4096 dimensions, not 4097.',
  ],
  [
    "a vector index with 17 filter fields",
    { t: vectors(2, manyFields(17)) },
    'In table "t": In index "by_v": A vector index may have up to 16 filter fields, not 17.',
  ],
  [
    "a table with five vector indexes",
    {
      t: ["a", "b", "c", "d", "e"].reduce(
        (table, name) =>
          table.vectorIndex(name, { vectorField: "v", dimensions: 2 }),
        anything(),
      ),
    },
    'In table "t": A table may have up to 4 vector indexes, not 5.',
  ],
  [
    "a vector index over texts",
    {
      t: defineTable({ v: v.array(v.string()) }).vectorIndex("by_v", {
        // The types accept any array as a vector field.
        vectorField: "v",
        dimensions: 2,
      }),
    },
    'In table "t": In index "by_v": The field "v" must be v.array(v.float64()), or a union with it.',
  ],
  [
    "a table name with a hyphen",
    { "a-b": anything() },
    'Table names must be valid identifiers, got "a-b"',
  ],
  [
    "a table name with a leading underscore",
    { _a: anything() },
    'Table names must be valid identifiers, got "_a"',
  ],
  [
    "a table with a name of 65 letters",
    { ["t".repeat(65)]: anything() },
    `Table names must be valid identifiers, got "${"t".repeat(65)}"`,
  ],
  [
    "an index name with a hyphen",
    { t: anything().index("a-b", ["a"]) },
    'Index names must be valid identifiers, got "a-b"',
  ],
  [
    "a search index name with a hyphen",
    { t: anything().searchIndex("a-b", { searchField: "a" }) },
    'Index names must be valid identifiers, got "a-b"',
  ],
  [
    "an index name with a leading underscore",
    { t: anything().index("_x", ["a"]) },
    reserved("_x"),
  ],
  [
    "a field name with a leading underscore",
    { t: defineTable({ _x: v.string() }) },
    'Field names must be valid identifiers, got "_x"',
  ],
  [
    "a hyphen in the name of a nested field",
    { t: defineTable({ list: v.array(v.object({ "a-b": v.string() })) }) },
    'Field names must be valid identifiers, got "a-b"',
  ],
  [
    "an index over a field that does not exist",
    { t: people().index("by_x", ["nothing" as "name"]) },
    'In table "t": In index "by_x": The field "nothing" does not exist in the documents of the table.',
  ],
  [
    "an index over a field below a string",
    { t: people().index("by_x", ["name.first" as "name"]) },
    'In table "t": In index "by_x": The field "name.first" does not exist in the documents of the table.',
  ],
  [
    "a search index that filters by a field that does not exist",
    {
      t: people().searchIndex("s", {
        searchField: "name",
        filterFields: ["nothing" as "name"],
      }),
    },
    'In table "t": In index "s": The field "nothing" does not exist in the documents of the table.',
  ],
  [
    "an index that names _creationTime",
    { t: anything().index("by_x", ["a", "_creationTime"]) },
    "`_creationTime` is automatically added to the end of each index. It should not be added explicitly in the index definition.",
  ],
  [
    "an index over _id",
    { t: anything().index("by_x", ["_id"]) },
    'In table "t": In index "by_x": `_id` is not a valid index field. To load documents by ID, use `db.get(id)`.',
  ],
  [
    "an index over a reserved field",
    { t: anything().index("by_x", ["a._secret"]) },
    "Reserved fields (starting with `_`) are not allowed in indexes.",
  ],
  [
    "an index that names a field twice",
    { t: anything().index("by_x", ["a", "a"]) },
    'In table "t": In index "by_x": Duplicate field "a". Index fields must be unique within an index.',
  ],
  [
    "an index without fields",
    { t: anything().index("by_x", [] as unknown as [string]) },
    'In table "t" index "by_x" must have at least one field.',
  ],
  [
    "an index over 16 fields, which has 17 with _creationTime",
    { t: anything().index("by_x", manyFields(16)) },
    'In table "t": In index "by_x": Indexes may have up to 16 fields.',
  ],
  [
    "two indexes with the same name",
    { t: anything().index("by_a", ["a"]).index("by_a", ["b"]) },
    'Table "t" has two or more definitions of index "by_a".',
  ],
  [
    "two indexes over the same fields",
    { t: anything().index("by_a", ["a"]).index("by_b", ["a"]) },
    'In table "t" index "by_b" and index "by_a" have the same fields. Indexes must be unique within a table.',
  ],
  [
    "an ID of an unknown table",
    { t: defineTable({ list: v.array(v.id("nosuch")) }) },
    'In table "t": v.id("nosuch") refers to a table that is not in the schema.',
  ],
])("refuses %s", (_, tables, message) => {
  expect(() => check(tables)).toThrow(message);
});

test.each(["by_id", "by_creation_time"])(
  "refuses an index named %s",
  (name) => {
    // convex/server refuses this name too, but older versions may not.
    const table = { tableName: "t", documentType: { type: "any" } };
    const index = { indexDescriptor: name, fields: ["a"] };
    const schema = {
      tables: [{ ...table, indexes: [index] }],
      schemaValidation: true,
    };
    expect(() => requireUsableSchema(schema)).toThrow(reserved(name));
  },
);

test("accepts IDs of any table without schema validation", () => {
  check({ t: defineTable({ other: v.id("nosuch") }) }, false);
});
