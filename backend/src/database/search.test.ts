import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cpuMsOf } from "../../test/support/cpuTime.ts";
import type { ConvexJson } from "../values/convexJson.ts";
import type { Page, QueryJson } from "./contract.ts";
import {
  collect,
  commit,
  openTestDatabase,
  parse,
  read,
  strict,
  tableSchema,
} from "../../test/support/testDatabase.ts";

const PEOPLE = {
  ...tableSchema("people"),
  searchIndexes: [
    { indexDescriptor: "by_name", searchField: "name", filterFields: ["role"] },
  ],
};

function search(
  text: string,
  filters: Record<string, ConvexJson> = {},
): QueryJson {
  const equalities = Object.entries(filters).map(([fieldPath, value]) => ({
    type: "Eq",
    fieldPath,
    value,
  }));
  return {
    source: {
      type: "Search",
      indexName: "people.by_name",
      filters: [
        { type: "Search", fieldPath: "name", value: text },
        ...equalities,
      ],
    },
    operators: [],
  };
}

function makeWorld() {
  const database = openTestDatabase({ tables: [PEOPLE] });
  const people = [
    ["Asha Beats", "producer"],
    ["Beats by Ravi, beats all day", "producer"],
    ["MC Ravi", "rapper"],
    ["गली साइफ़र", "rapper"],
  ];
  const ids = commit(database, (t) =>
    people.map(([name = "", role = ""]) =>
      t.insert("", "people", { name, role }),
    ),
  );
  const names = (query: QueryJson) =>
    read(database, (t) => collect(t, query).map(({ name }) => name));
  return { database, ids, names };
}

test("finds any of the words, best match first, and the last word by its prefix", () => {
  const { names } = makeWorld();
  expect(names(search("ravi"))).toEqual([
    "MC Ravi",
    "Beats by Ravi, beats all day",
  ]);
  expect(names(search("asha rav"))).toHaveLength(3);
  expect(names(search("rav asha"))).toEqual(["Asha Beats"]);
  expect(names(search("साइफ़र"))).toEqual(["गली साइफ़र"]);
  expect(names(search("nobody"))).toEqual([]);
  expect(names(search('"* OR -- '))).toEqual([]);
});

test("filters narrow a search", () => {
  const { names } = makeWorld();
  expect(names(search("ravi", { role: "rapper" }))).toEqual(["MC Ravi"]);
  expect(() => names(search("ravi", { name: "x" }))).toThrow(
    "not a filter field",
  );
});

test.each<[ConvexJson, ConvexJson]>([
  ["a", "b"],
  ['a "quoted" \\ name', "a"],
  ["साइफ़र", ""],
  ["", null],
  [true, false],
  [null, false],
  [1, 2],
  [1, "1"],
  [{ $integer: "AQAAAAAAAAA=" }, 1],
  [{ deep: ["a"] }, "a"],
])("a filter finds %j and not %j", (role, other) => {
  const { database, names } = makeWorld();
  commit(database, (t) => {
    t.insert("", "people", { name: "Leela A", role });
    t.insert("", "people", { name: "Leela B", role: other });
    t.insert("", "people", { name: "Leela C" });
  });
  expect(names(search("leela", { role }))).toEqual(["Leela A"]);
  expect(names(search("leela", { role: other }))).toEqual(["Leela B"]);
});

test("a filter that nothing passes costs about as much as one search", async () => {
  const { database, names } = makeWorld();
  for (let i = 0; i < 10; i++) {
    commit(database, (t) => {
      for (let j = 0; j < 2_000; j++)
        t.insert("", "people", { name: `Leela ${j}`, role: "rapper" });
    });
  }
  const costOf = (query: QueryJson) => cpuMsOf(() => names(query));
  const first = search("l leela", { role: "rapper" });
  const one = await costOf({ ...first, operators: [{ limit: 5 }] });
  const none = await costOf(search("l leela", { role: "none" }));
  expect(none).toBeLessThan(10 * one);
  const unknown = await costOf(search("l leela", { role: 7 }));
  expect(unknown).toBeLessThan(20 * one);
});

test("documents that fail a filter count as read if storage cannot tell", () => {
  const { database } = makeWorld();
  const used = (role: ConvexJson) =>
    read(database, (t) => {
      collect(t, search("ravi", { role }));
      return t.usage.used.documentsRead;
    });
  expect(used("none")).toBe(0);
  expect(used(7)).toBe(2);
});

test("a search takes the first 16 words of its text, however long", () => {
  const { names } = makeWorld();
  const words = Array.from({ length: 15 }, (_, i) => `word${i}`).join(" ");
  expect(names(search(`${words} ravi asha`))).toHaveLength(2);
  expect(names(search(`ravi ${"b ".repeat(1_000_000)}`))).toHaveLength(3);
});

test("a search sees every change, including the transaction's own", () => {
  const { database, ids, names } = makeWorld();
  const [first = "", second = "", third = ""] = ids;
  const transaction = database.begin();
  transaction.insert("", "people", { name: "Ravi new" });
  transaction.patch("", third, { name: "MC Leela" });
  transaction.remove("", second);
  transaction.patch("", first, { role: "rapper" });
  const own = collect(transaction, search("ravi")).map(({ name }) => name);
  expect(own).toEqual(["Ravi new"]);
  database.apply(transaction);
  expect(names(search("ravi"))).toEqual(["Ravi new"]);
  expect(names(search("leela"))).toEqual(["MC Leela"]);
  expect(names(search("asha", { role: "rapper" }))).toEqual(["Asha Beats"]);
});

test("a search depends on every document of its table", () => {
  const { database } = makeWorld();
  const reader = database.begin();
  collect(reader, search("ravi"), 1);
  commit(database, (t) => t.insert("", "people", { name: "Ravi the third" }));
  expect(reader.isStale()).toBe(true);
});

test("pages of a search add up to the whole", () => {
  const { database, names } = makeWorld();
  commit(database, (t) => {
    for (let i = 0; i < 300; i++) t.insert("", "people", { name: `Ravi ${i}` });
  });
  const seen = [];
  let cursor: string | null = null;
  for (;;) {
    const from: string | null = cursor;
    const page: Page = read(database, (t) =>
      t.page("", {
        query: search("ravi"),
        cursor: from,
        endCursor: null,
        pageSize: 70,
      }),
    );
    seen.push(...page.page.map((json) => parse(json).name));
    if (page.isDone) break;
    cursor = page.continueCursor;
  }
  expect(seen).toEqual(names(search("ravi")));
  expect(seen).toHaveLength(302);
});

test("a search index appears and disappears with the schema", () => {
  const database = openTestDatabase({ tables: [tableSchema("people")] });
  commit(database, (t) => t.insert("", "people", { name: "Asha" }));
  const run = () => read(database, (t) => collect(t, search("asha")));
  expect(run).toThrow("Search index people.by_name not found.");
  database.setSchemas(new Map([["", strict(PEOPLE)]]));
  expect(run()).toHaveLength(1);
  database.setSchemas(new Map([["", strict(PEOPLE)]]));
  expect(run()).toHaveLength(1);
  database.setSchemas(new Map([["", strict(tableSchema("people"))]]));
  expect(run).toThrow("not found");
});

test("a search index survives a restart", () => {
  const directory = mkdtempSync(join(tmpdir(), "gully-search-"));
  const path = join(directory, "data.sqlite");
  const first = openTestDatabase({ path, tables: [PEOPLE] });
  commit(first, (t) => t.insert("", "people", { name: "Asha" }));
  first.close();
  const again = openTestDatabase({ path });
  commit(again, (t) => t.insert("", "people", { name: "Asha too" }));
  expect(read(again, (t) => collect(t, search("asha")))).toHaveLength(2);
  again.close();
  rmSync(directory, { recursive: true });
});
