import { v, type GenericValidator } from "convex/values";
import { expect, test } from "vitest";
import type { ConvexJson } from "../values/convexJson.ts";
import { ConflictError, type Database } from "./contract.ts";
import {
  collect,
  commit,
  indexQuery,
  openTestDatabase,
  read,
  strict,
  tableSchema,
} from "../../test/support/testDatabase.ts";

function exported(validator: GenericValidator): ConvexJson {
  // Validators export their JSON under this name without declaring it.
  return (validator as unknown as { json: ConvexJson }).json;
}

const BEAT = exported(
  v.object({ title: v.string(), verse: v.optional(v.id("verses")) }),
);

function setTables(
  database: Database,
  ...tables: Parameters<typeof strict>
): void {
  database.setSchemas(new Map([["", strict(...tables)]]));
}

function openWithBeats() {
  return openTestDatabase({
    tables: [tableSchema("beats", {}, BEAT), tableSchema("verses")],
  });
}

test("checks every write against the schema", () => {
  const transaction = openWithBeats().begin();
  const verse = transaction.insert("", "verses", { any: ["thing"] });
  const id = transaction.insert("", "beats", { title: "x", verse });
  const prefix =
    'Failed to insert or update a document in table "beats" because it does not match the schema: ';
  expect(() => transaction.insert("", "beats", {})).toThrow(
    `${prefix}Object is missing the required field \`title\`.`,
  );
  expect(() => transaction.patch("", id, { title: 1 })).toThrow(
    `${prefix}Value does not match validator.\nPath: .title`,
  );
  expect(() => transaction.replace("", id, { title: "", extra: 1 })).toThrow(
    `${prefix}Object contains extra field \`extra\``,
  );
  expect(() => transaction.patch("", id, { verse: id })).toThrow(
    `${prefix}Found ID "${id}" from table \`beats\``,
  );
  transaction.patch("", id, { verse: { $undefined: null } });
  expect(transaction.get("", id)).toMatch(/"title":"x"}$/);
});

test("rejects documents for a table that a strict schema does not name", () => {
  const transaction = openWithBeats().begin();
  expect(() => transaction.insert("", "typo", {})).toThrow(
    'Table "typo" is not in the schema',
  );
});

test("accepts anything without a schema or without validation", () => {
  const database = openTestDatabase();
  commit(database, (t) => t.insert("", "anything", { x: 1 }));
  const lax = { tables: [tableSchema("beats", {}, BEAT)] };
  database.setSchemas(new Map([["", { ...lax, schemaValidation: false }]]));
  commit(database, (t) => t.insert("", "beats", { x: 1 }));
  expect(database.tables("")).toEqual(["anything", "beats"]);
});

test("rejects an id from the same table of another component", () => {
  const database = openTestDatabase();
  const schema = strict(tableSchema("beats", {}, BEAT), tableSchema("verses"));
  database.setSchemas(
    new Map([
      ["", schema],
      ["child", schema],
    ]),
  );
  const transaction = database.begin();
  const verse = transaction.insert("child", "verses", {});
  expect(() => transaction.insert("", "beats", { title: "", verse })).toThrow(
    "Value does not match validator.\nPath: .verse",
  );
  transaction.insert("child", "beats", { title: "", verse });
});

test("lists at most ten documents that violate a new schema, and changes nothing", () => {
  const database = openTestDatabase();
  const id = commit(database, (t) => t.insert("", "beats", { title: 5 }));
  const wanted = new Map([["", strict(tableSchema("beats", {}, BEAT))]]);
  expect(database.violations(wanted)).toEqual([
    {
      component: "",
      table: "beats",
      message: expect.stringContaining(
        `Document with ID "${id}" in table "beats" does not match the schema: Value does not match validator.\nPath: .title`,
      ) as string,
    },
  ]);
  commit(database, (t) => {
    for (let i = 0; i < 30; i++) t.insert("", "beats", { i });
  });
  expect(database.violations(wanted)).toHaveLength(10);
  const loose = new Map([["", strict(tableSchema("beats"))]]);
  expect(database.violations(loose)).toEqual([]);
});

test("fills a new index with existing documents", () => {
  const database = openTestDatabase();
  commit(database, (t) => {
    for (let n = 0; n < 1203; n++) t.insert("", "beats", { n: 1203 - n });
  });
  setTables(database, tableSchema("beats", { by_n: ["n"] }));
  read(database, (t) => {
    const numbers = collect(t, indexQuery("beats.by_n")).map(({ n }) => n);
    expect(numbers).toEqual(Array.from({ length: 1203 }, (_, i) => i + 1));
  });
});

test("rebuilds an index whose fields change, and removes one that is dropped", () => {
  const database = openTestDatabase({
    tables: [tableSchema("beats", { by_x: ["a"], by_b: ["b"] })],
  });
  commit(database, (t) => {
    t.insert("", "beats", { a: 1, b: 2 });
    t.insert("", "beats", { a: 2, b: 1 });
  });
  setTables(database, tableSchema("beats", { by_x: ["b"] }));
  read(database, (t) => {
    const order = collect(t, indexQuery("beats.by_x")).map(({ b }) => b);
    expect(order).toEqual([1, 2]);
    expect(() => collect(t, indexQuery("beats.by_b"))).toThrow(
      "Index beats.by_b not found.",
    );
  });
  setTables(database, tableSchema("beats", { by_x: ["b"], by_b: ["b"] }));
  commit(database, (t) => t.insert("", "beats", { a: 0, b: 0 }));
  read(database, (t) => {
    const order = collect(t, indexQuery("beats.by_b")).map(({ b }) => b);
    expect(order).toEqual([0, 1, 2]);
  });
});

test("keeps the documents of a table that leaves the schema", () => {
  const database = openTestDatabase({
    tables: [tableSchema("beats", { by_n: ["n"] }), tableSchema("verses")],
  });
  const id = commit(database, (t) => t.insert("", "beats", { n: 1 }));
  setTables(database, tableSchema("verses"));
  expect(read(database, (t) => t.get("", id))).toContain('"n":1');
  expect(database.tables("")).toEqual(["beats", "verses"]);
});

test("rejects a transaction that began under the old schema", () => {
  const database = openTestDatabase({ tables: [tableSchema("beats")] });
  const transaction = database.begin();
  transaction.insert("", "beats", { n: 1 });
  setTables(database, tableSchema("beats", { by_n: ["n"] }));
  expect(() => database.apply(transaction)).toThrow(ConflictError);
});

test("rejects an invalid schema as a whole", () => {
  const database = openTestDatabase({
    tables: [tableSchema("beats", { by_n: ["n"] })],
  });
  commit(database, (t) => t.insert("", "beats", { n: 1 }));
  const many = Array.from({ length: 17 }, (_, i) => `f${i}`);
  const impossible: [Record<string, string[]>, string][] = [
    [{ by_id: ["n"] }, 'Invalid index name "by_id"'],
    [{ by_many: many }, "has 17 fields"],
    [{ by_none: [] }, "has 0 fields"],
  ];
  for (const [indexes, message] of impossible) {
    expect(() =>
      setTables(
        database,
        tableSchema("verses", { by_n: ["n"] }),
        tableSchema("beats", indexes),
      ),
    ).toThrow(message);
  }
  expect(database.tables("")).toEqual(["beats"]);
  read(database, (t) => {
    expect(collect(t, indexQuery("beats.by_n"))).toHaveLength(1);
  });
  commit(database, (t) => t.insert("", "beats", { n: 2 }));
});

test("keeps the old indexes when the disk is too full for new ones", () => {
  const database = openTestDatabase({
    tables: [tableSchema("beats", { by_n: ["n"] })],
    maxSizeBytes: 64 * 8192,
  });
  commit(database, (t) => {
    for (let n = 0; n < 300; n++)
      t.insert("", "beats", { n, s: "x".repeat(700) });
  });
  const wide = { by_s: ["s"], by_s_and_n: ["s", "n"] };
  expect(() => setTables(database, tableSchema("beats", wide))).toThrow(
    "disk is full",
  );
  read(database, (t) => {
    expect(collect(t, indexQuery("beats.by_n"))).toHaveLength(300);
    expect(() => collect(t, indexQuery("beats.by_s"))).toThrow("not found");
  });
  commit(database, (t) => t.insert("", "beats", { n: 0 }));
});
