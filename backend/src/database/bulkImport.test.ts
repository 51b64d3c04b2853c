import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeId } from "../values/ids.ts";
import type {
  Database,
  ImportedDocument,
  ImportTable,
  PreparedImport,
} from "./contract.ts";
import { openDatabase } from "./openDatabase.ts";
import {
  collect,
  commit,
  indexQuery,
  read,
  scanQuery,
  strict,
  tableSchema,
} from "../../test/support/testDatabase.ts";

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "import-"));
  path = join(directory, "database.sqlite");
});

afterEach(() => rmSync(directory, { recursive: true }));

const beats = {
  ...tableSchema(
    "beats",
    { by_bpm: ["bpm"] },
    {
      type: "object",
      value: {
        bpm: { fieldType: { type: "number" }, optional: false },
        title: { fieldType: { type: "string" }, optional: true },
        by: { fieldType: { type: "id", tableName: "artists" }, optional: true },
      },
    },
  ),
  searchIndexes: [
    { indexDescriptor: "search", searchField: "title", filterFields: [] },
  ],
};

function open(adopt?: PreparedImport): Database {
  const database = openDatabase({ path, adopt });
  if (adopt === undefined) {
    const schema = strict(beats, tableSchema("artists"), tableSchema("empty"));
    database.setSchemas(new Map([["", schema]]));
  }
  return database;
}

function beatsTable(part: Partial<ImportTable> = {}): ImportTable {
  return {
    component: "",
    table: "beats",
    idNumber: null,
    mode: "requireEmpty",
    ...part,
  };
}

function documents(...values: ImportedDocument["value"][]): ImportedDocument[] {
  return values.map((value, index) => ({
    id: null,
    creationTime: null,
    value,
    line: index + 1,
  }));
}

function idOf(number: number, byte: number): string {
  return encodeId(number, 1, new Uint8Array(10).fill(byte));
}

function bpms(database: Database): unknown[] {
  return read(database, (t) =>
    collect(t, indexQuery("beats.by_bpm")).map(({ bpm }) => bpm),
  );
}

function found(database: Database, text: string): number {
  return read(
    database,
    (t) =>
      collect(t, {
        source: {
          type: "Search",
          indexName: "beats.search",
          filters: [{ type: "Search", fieldPath: "title", value: text }],
        },
        operators: [],
      }).length,
  );
}

test("hides imported documents until they are adopted, then shows them with their ids and times", () => {
  const before = open();
  const id = idOf(10_777, 1);
  const bulk = before.beginImport({
    tables: [beatsTable({ idNumber: 10_777 })],
    clearedComponents: [],
  });
  bulk.add(0, [
    { id, creationTime: 12.5, value: { bpm: 90, title: "night bus" }, line: 1 },
  ]);
  expect(bpms(before)).toEqual([]);
  before.close();

  const after = open(bulk.prepared);
  expect(read(after, (t) => t.get("", id))).toBe(
    `{"_creationTime":12.5,"_id":"${id}","bpm":90,"title":"night bus"}`,
  );
  expect(bpms(after)).toEqual([90]);
  expect(found(after, "night")).toBe(1);
  const next = commit(after, (t) => t.insert("", "beats", { bpm: 80 }));
  expect(after.tableOfId("", next)).toBe("beats");
  expect(bpms(after)).toEqual([80, 90]);
  after.close();
});

test("leaves nothing behind of an import that is not adopted", () => {
  const before = open();
  const bulk = before.beginImport({
    tables: [beatsTable()],
    clearedComponents: [],
  });
  bulk.add(0, documents({ bpm: 1 }, { bpm: 2 }));
  before.close();
  const after = open();
  expect(bpms(after)).toEqual([]);
  let steps = 0;
  while (after.removeLeftovers()) steps += 1;
  expect(steps).toBeGreaterThan(0);
  expect(after.tables("")).toEqual(["artists", "beats", "empty"]);
  after.close();
});

test("append keeps existing documents in every index", () => {
  const before = open();
  commit(before, (t) => t.insert("", "beats", { bpm: 100, title: "old" }));
  const bulk = before.beginImport({
    tables: [beatsTable({ mode: "append" })],
    clearedComponents: [],
  });
  bulk.add(0, documents({ bpm: 90, title: "new one" }, { bpm: 110 }));
  commit(before, (t) => t.insert("", "beats", { bpm: 95 }));
  before.close();
  const after = open(bulk.prepared);
  while (after.removeLeftovers());
  expect(bpms(after)).toEqual([90, 95, 100, 110]);
  expect(found(after, "new")).toBe(1);
  expect(found(after, "old")).toBe(1);
  expect(read(after, (t) => collect(t, scanQuery("beats")))).toHaveLength(4);
  after.close();
});

test("append rejects ids of another table and ids that already exist", () => {
  const database = open();
  const own = commit(database, (t) => t.insert("", "beats", { bpm: 1 }));
  const plan = (idNumber: number | null) => ({
    tables: [beatsTable({ mode: "append", idNumber })],
    clearedComponents: [],
  });
  expect(() => database.beginImport(plan(10_900))).toThrow("use --replace");
  const bulk = database.beginImport(plan(null));
  const add = (id: string) => () =>
    bulk.add(0, [{ id, creationTime: null, value: { bpm: 2 }, line: 7 }]);
  expect(add(own)).toThrow(`line 7: "_id" ${own} is there already`);
  expect(add("x")).toThrow('line 7: "_id" is no document id: "x"');
  expect(add(idOf(10_900, 1))).toThrow("the number 10900 of another table");
  database.close();
});

test("replaces a table that has documents only when asked to", () => {
  const before = open();
  commit(before, (t) => t.insert("", "beats", { bpm: 1 }));
  const plan = (mode: ImportTable["mode"]) => ({
    tables: [beatsTable({ mode })],
    clearedComponents: [],
  });
  expect(() => before.beginImport(plan("requireEmpty"))).toThrow(
    "Choose --append",
  );
  const bulk = before.beginImport(plan("replace"));
  expect(bulk.losses).toEqual([
    { component: "", table: "beats", documents: 1 },
  ]);
  bulk.add(0, documents({ bpm: 2 }));
  before.close();
  const after = open(bulk.prepared);
  expect(bpms(after)).toEqual([2]);
  after.close();
});

test("rejects the whole import if one of its tables gained documents meanwhile", () => {
  const before = open();
  const bulk = before.beginImport({
    tables: [beatsTable()],
    clearedComponents: [],
  });
  bulk.add(0, documents({ bpm: 2 }));
  commit(before, (t) => t.insert("", "beats", { bpm: 1 }));
  before.close();
  expect(() => open(bulk.prepared)).toThrow("nothing was imported");
  const after = open();
  expect(bpms(after)).toEqual([1]);
  after.close();
});

test("replacing everything empties other tables and drops those not in the schema", () => {
  const before = openDatabase({ path });
  commit(before, (t) => {
    t.insert("", "stray", { n: 1 });
    t.insert("", "empty", { n: 1 });
    t.insert("", "_jobs", { state: "due", runAt: 1 });
  });
  const lax = { tables: [tableSchema("empty", { by_n: ["n"] })] };
  before.setSchemas(new Map([["", { ...lax, schemaValidation: false }]]));
  const bulk = before.beginImport({
    tables: [beatsTable()],
    clearedComponents: [""],
  });
  expect(bulk.losses.map(({ table }) => table).sort()).toEqual([
    "empty",
    "stray",
  ]);
  before.close();
  const after = open(bulk.prepared);
  expect(after.tables("")).toEqual(["beats", "empty"]);
  commit(after, (t) => t.insert("", "empty", { n: 5 }));
  expect(read(after, (t) => collect(t, indexQuery("empty.by_n")))).toHaveLength(
    1,
  );
  expect(read(after, (t) => t.count("", "_jobs"))).toBe(1);
  after.close();
});

test("renumbers an empty table for an import, but not one with documents", () => {
  const before = open();
  const sample = commit(before, (t) => t.insert("", "artists", {}));
  const plan = (idNumber: number) => ({
    tables: [beatsTable({ idNumber })],
    clearedComponents: [],
  });
  const number = before.tableOfId("", idOf(10_001, 0));
  expect(number).toBe("beats");
  expect(() => before.beginImport(plan(10_002))).toThrow(
    'that of table "artists"',
  );
  commit(before, (t) => t.remove("", sample));
  const bulk = before.beginImport(plan(10_002));
  before.close();
  const after = open(bulk.prepared);
  expect(after.tableOfId("", sample)).toBe("beats");
  const artist = commit(after, (t) => t.insert("", "artists", {}));
  expect(after.tableOfId("", artist)).toBe("artists");
  after.close();
});

test("names the line of a document that the schema rejects", () => {
  const database = open();
  const bulk = database.beginImport({
    tables: [
      beatsTable({ idNumber: 10_500 }),
      beatsTable({ table: "artists", idNumber: 10_501 }),
    ],
    clearedComponents: [],
  });
  const add = (value: ImportedDocument["value"]) => () =>
    bulk.add(0, [{ id: null, creationTime: null, value, line: 3 }]);
  expect(add({ bpm: "fast" })).toThrow(
    /Table "beats", line 3: .*schema.*\.bpm/s,
  );
  expect(add({ bpm: 1, by: idOf(10_500, 1) })).toThrow(".by");
  expect(add({ bpm: 1, $x: 1 })).toThrow("reserved");
  add({ bpm: 1, by: idOf(10_501, 1) })();
  expect(() =>
    database.beginImport({
      tables: [beatsTable({ table: "lost" })],
      clearedComponents: [],
    }),
  ).toThrow('Table "lost" is not in the schema');
  database.close();
});

test("copies one consistent state while others keep writing", async () => {
  const database = openDatabase({ path });
  const text = "x".repeat(20_000);
  for (let n = 0; n < 300; n++) {
    commit(database, (t) => {
      t.insert("", "left", { n, text });
      t.insert("", "right", { n, text });
    });
  }
  const copy = join(directory, "copy.sqlite");
  const copying = database.copyTo(copy);
  let isDone = false;
  void copying.then(() => (isDone = true));
  for (let n = 300; !isDone; n++) {
    commit(database, (t) => {
      t.insert("", "left", { n });
      t.insert("", "right", { n });
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await copying;
  const copied = openDatabase({ path: copy });
  const counts = ["left", "right"].map((table) =>
    read(copied, (t) => t.count("", table)),
  );
  expect(counts[0]).toBe(counts[1]);
  expect(counts[0]).toBeGreaterThan(300);
  copied.close();
  database.close();
});
