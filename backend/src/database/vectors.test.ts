import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ConvexJsonObject } from "../values/convexJson.ts";
import type { Database, ImportTable, PreparedImport } from "./contract.ts";
import { openDatabase } from "./openDatabase.ts";
import {
  commit,
  strict,
  tableSchema,
} from "../../test/support/testDatabase.ts";

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "vectors-"));
  path = join(directory, "database.sqlite");
});

afterEach(() => rmSync(directory, { recursive: true }));

const foods = {
  ...tableSchema("foods"),
  vectorIndexes: [
    {
      indexDescriptor: "by_taste",
      vectorField: "taste",
      dimensions: 2,
      filterFields: ["kind"],
    },
  ],
};

function open(adopt?: PreparedImport, maxSizeBytes?: number): Database {
  const database = openDatabase({ path, adopt, maxSizeBytes });
  if (adopt === undefined) database.setSchemas(new Map([["", strict(foods)]]));
  return database;
}

const query: ConvexJsonObject = {
  indexName: "foods.by_taste",
  vector: [1, 0],
  expressions: null,
};

/** Returns the scores of everything in the index, by looking at each row. */
function scores(database: Database): string[] {
  const { vectors } = database;
  const parsed = vectors.parse("", query);
  const rows = vectors.after(parsed.index.id, 0, 1000).map(({ row }) => row);
  return vectors.results(parsed, rows).map(({ _score }) => _score.toFixed(2));
}

function importFoods(before: Database, mode: ImportTable["mode"]): Database {
  const bulk = before.beginImport({
    tables: [{ component: "", table: "foods", idNumber: null, mode }],
    clearedComponents: [],
  });
  const value = { taste: [0, 3], kind: "salty" };
  bulk.add(0, [{ id: null, creationTime: null, value, line: 1 }]);
  before.close();
  return open(bulk.prepared);
}

test("indexes imported documents, whether appended or replacing others", () => {
  const before = open();
  commit(before, (t) => t.insert("", "foods", { taste: [1, 0] }));
  expect(scores(before)).toEqual(["1.00"]);
  const appended = importFoods(before, "append");
  expect(scores(appended)).toEqual(["1.00", "0.00"]);
  const replaced = importFoods(appended, "replace");
  expect(scores(replaced)).toEqual(["0.00"]);
  while (replaced.removeLeftovers());
  expect(scores(replaced)).toEqual(["0.00"]);
  replaced.close();
});

test("tracks changed rows from the moment an index is watched", () => {
  const database = open();
  const { vectors } = database;
  const { id } = vectors.parse("", query).index;
  commit(database, (t) => t.insert("", "foods", { taste: [1, 0] }));
  expect(vectors.changedCount(id)).toBe(0);
  vectors.watch(id);
  const second = commit(database, (t) =>
    t.insert("", "foods", { taste: [0, 1] }),
  );
  commit(database, (t) => t.patch("", second, { name: "no vector changed" }));
  expect(vectors.takeChanged(id, 10)).toMatchObject({
    entries: [{ vector: new Float32Array([0, 1]) }],
    removed: [],
  });
  expect(vectors.takeChanged(id, 10).entries).toEqual([]);
  commit(database, (t) => t.remove("", second));
  expect(vectors.takeChanged(id, 10).removed).toHaveLength(1);
  vectors.unwatch(id);
  commit(database, (t) => t.insert("", "foods", { taste: [0, 1] }));
  expect(vectors.changedCount(id)).toBe(0);
  database.close();
});

test("copies the vectors together with the database", async () => {
  const database = open();
  commit(database, (t) => t.insert("", "foods", { taste: [1, 0] }));
  const copy = join(directory, "copy.sqlite");
  await database.copyTo(copy);
  database.close();
  const restored = openDatabase({ path: copy });
  expect(scores(restored)).toEqual(["1.00"]);
  restored.close();
});
