import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConvexJson } from "../values/convexJson.ts";
import type { Page, PageRequest } from "./contract.ts";
import { convexSizeBytes } from "./documentSizes.ts";
import {
  commit,
  indexQuery,
  openTestDatabase,
  parse,
  read,
  scanQuery,
  tableSchema,
} from "../../test/support/testDatabase.ts";

function makeWorld(count: number) {
  const database = openTestDatabase({
    tables: [tableSchema("beats", { by_n: ["n"] })],
  });
  commit(database, (t) => {
    for (let n = 0; n < count; n++) t.insert("", "beats", { n });
  });
  const page = (request: Partial<PageRequest>): Page =>
    read(database, (t) =>
      t.page("", {
        query: byN(),
        cursor: null,
        endCursor: null,
        pageSize: 3,
        ...request,
      }),
    );
  const insert = (n: number) =>
    commit(database, (t) => t.insert("", "beats", { n }));
  return { database, page, insert };
}

const byN = (order: "asc" | "desc" = "asc") =>
  indexQuery("beats.by_n", {}, order);

function numbers(page: Page) {
  return page.page.map((json) => parse(json).n);
}

test.each(["asc", "desc"] as const)(
  "pages in order %s add up to the whole, whatever their size",
  (order) => {
    fc.assert(
      fc.property(
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (count, pageSize) => {
          const { database, page } = makeWorld(count);
          const seen = [];
          let cursor: string | null = null;
          for (;;) {
            const next = page({ query: byN(order), cursor, pageSize });
            seen.push(...numbers(next));
            cursor = next.continueCursor;
            if (next.isDone) break;
            expect(next.page).toHaveLength(pageSize);
          }
          const expected = Array.from({ length: count }, (_, i) => i);
          expect(seen).toEqual(order === "asc" ? expected : expected.reverse());
          expect(page({ query: byN(order), cursor })).toMatchObject({
            page: [],
            isDone: true,
          });
          database.close();
        },
      ),
      { numRuns: 40 },
    );
  },
);

test("a full last page says that it is the last", () => {
  const { page } = makeWorld(3);
  expect(page({ pageSize: 3 }).isDone).toBe(true);
});

test("inserts between pages neither repeat nor lose a document", () => {
  const { page, insert } = makeWorld(6);
  const first = page({ pageSize: 3 });
  expect(numbers(first)).toEqual([0, 1, 2]);
  insert(1.5);
  insert(2.5);
  const second = page({ cursor: first.continueCursor, pageSize: 10 });
  expect(numbers(second)).toEqual([2.5, 3, 4, 5]);
});

test("a page with a fixed end cursor includes inserts before that end", () => {
  const { page, insert } = makeWorld(6);
  const first = page({ pageSize: 3 });
  insert(1.5);
  insert(2.5);
  const again = page({ pageSize: 3, endCursor: first.continueCursor });
  expect(numbers(again)).toEqual([0, 1, 1.5, 2]);
  expect(again.continueCursor).toBe(first.continueCursor);
});

test("the end cursor is inclusive in descending order too", () => {
  const { page, insert } = makeWorld(6);
  const query = byN("desc");
  const first = page({ query, pageSize: 2 });
  insert(3.5);
  insert(4.5);
  const again = page({ query, endCursor: first.continueCursor });
  expect(numbers(again)).toEqual([5, 4.5, 4]);
});

test("the last page, once fixed, includes everything added after it", () => {
  const { page, insert } = makeWorld(2);
  const last = page({ pageSize: 3 });
  for (const n of [5, 6, 7, 8, 9, 10]) insert(n);
  const again = page({ pageSize: 3, endCursor: last.continueCursor });
  expect(numbers(again)).toEqual([0, 1, 5, 6, 7, 8, 9, 10]);
  expect(again.isDone).toBe(true);
  expect(again.pageStatus).toBe("SplitRecommended");
  const left = page({ endCursor: again.splitCursor });
  const right = page({
    cursor: again.splitCursor,
    endCursor: again.continueCursor,
  });
  expect([...numbers(left), ...numbers(right)]).toEqual(numbers(again));
});

test("a page depends on its rows and the next one, but not on later rows", () => {
  const { database, insert } = makeWorld(9);
  const reader = database.begin();
  reader.page("", {
    query: byN(),
    cursor: null,
    endCursor: null,
    pageSize: 3,
  });
  insert(6.5);
  expect(reader.isStale()).toBe(false);
  insert(1.5);
  expect(reader.isStale()).toBe(true);
});

test("counts rows that filters drop, and ends the page at the limit of rows read", () => {
  const { page } = makeWorld(20);
  const filter: ConvexJson = {
    $gte: [{ $field: "n" }, { $literal: 10 }],
  };
  const query = scanQuery("beats", [{ filter }]);
  const first = page({ query, pageSize: 2, maximumRowsRead: 6 });
  expect(first).toMatchObject({
    page: [],
    isDone: false,
    pageStatus: "SplitRequired",
  });
  expect(first.splitCursor).not.toBeNull();
  const second = page({ query, pageSize: 2, cursor: first.continueCursor });
  expect(numbers(second)).toEqual([10, 11]);
});

test("ends the page at the limit of bytes read", () => {
  const { page } = makeWorld(20);
  const first = page({ pageSize: 20, maximumBytesRead: 150 });
  expect(first.page.length).toBeGreaterThan(0);
  expect(first.page.length).toBeLessThan(5);
  expect(first.pageStatus).toBe("SplitRequired");
});

test.each([
  ["text of three bytes a character", "धुन ".repeat(20)],
  ["text with escapes", '"\n'.repeat(20)],
  ["numbers", [1, 2, 3]],
])("measures the bytes of %s as the database counts them", (_name, n) => {
  const { page, database } = makeWorld(0);
  commit(database, (t) => {
    for (let i = 0; i < 5; i++) t.insert("", "beats", { n });
  });
  const sizes = page({ pageSize: 5 }).page.map((json) =>
    convexSizeBytes(JSON.parse(json) as ConvexJson),
  );
  const three = sizes.slice(0, 3).reduce((sum, bytes) => sum + bytes);
  for (const [maximumBytesRead, rows] of [
    [three - 1, 3],
    [three, 3],
    [three + 1, 4],
  ]) {
    const cut = page({ pageSize: 5, maximumBytesRead });
    expect(cut).toMatchObject({ pageStatus: "SplitRequired" });
    expect(cut.page).toHaveLength(rows ?? 0);
  }
});

test("an empty page does not move the cursor", () => {
  const { page } = makeWorld(2);
  for (const query of [byN("asc"), byN("desc")]) {
    const empty = page({ query, pageSize: 0 });
    expect(empty.page).toEqual([]);
    expect(empty.isDone).toBe(false);
    const all = page({ query, cursor: empty.continueCursor });
    expect(all.page).toHaveLength(2);
  }
});

test.each([
  ["another order", { query: byN("desc") }],
  ["another range", { query: indexQuery("beats.by_n", { n: ["Gt", 0] }) }],
  ["another index", { query: scanQuery("beats") }],
])("rejects the cursor of a query with %s", (_name, other) => {
  const { page } = makeWorld(9);
  const { continueCursor } = page({});
  expect(() => page({ ...other, cursor: continueCursor })).toThrow(
    "InvalidCursor",
  );
  expect(() => page({ ...other, endCursor: continueCursor })).toThrow(
    "InvalidCursor",
  );
});

test("rejects a cursor that is not one", () => {
  const { page } = makeWorld(1);
  expect(() => page({ cursor: "next please" })).toThrow("InvalidCursor");
});

test("a page sees the transaction's own writes", () => {
  const { database } = makeWorld(3);
  const transaction = database.begin();
  transaction.insert("", "beats", { n: 0.5 });
  const result = transaction.page("", {
    query: byN(),
    cursor: null,
    endCursor: null,
    pageSize: 2,
  });
  expect(numbers(result)).toEqual([0, 0.5]);
});

describe("cursors", () => {
  function makeMembers() {
    const database = openTestDatabase({
      tables: [tableSchema("members", { by_mail: ["mail"] })],
    });
    commit(database, (t) => {
      for (const name of ["ada", "ben", "cem"])
        t.insert("", "members", { mail: `${name}@example.org` });
    });
    const page = (
      cursor: string | null,
      order: "asc" | "desc" = "asc",
      endCursor: string | null = null,
    ) =>
      read(database, (t) =>
        t.page("", {
          query: indexQuery("members.by_mail", {}, order),
          cursor,
          endCursor,
          pageSize: 1,
        }),
      );
    return page;
  }

  test("hide the values of the index, and are equal for equal positions", () => {
    const page = makeMembers();
    const { continueCursor } = page(null);
    const bytes = Buffer.from(continueCursor, "base64url");
    expect(bytes.toString("latin1")).not.toContain("ada");
    expect(page(null).continueCursor).toBe(continueCursor);
  });

  test("are refused if anything about them has changed", () => {
    const page = makeMembers();
    const { continueCursor } = page(null);
    const bytes = Buffer.from(continueCursor, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const forged = changed.toString("base64url");
      expect(() => page(forged)).toThrow("InvalidCursor");
      expect(() => page(null, "asc", forged)).toThrow("InvalidCursor");
    }
    expect(() => page(bytes.subarray(0, 15).toString("base64url"))).toThrow(
      "InvalidCursor",
    );
    expect(() => page("")).toThrow("InvalidCursor");
  });

  test("of another query, of another database and of an earlier version are refused", () => {
    const page = makeMembers();
    const old = `abcdefghijkl.${Buffer.from("key").toString("base64url")}`;
    const others = [
      page(null, "desc").continueCursor,
      makeMembers()(null).continueCursor,
      old,
    ];
    for (const cursor of others)
      expect(() => page(cursor)).toThrow("InvalidCursor");
  });

  test("stay valid when the database is opened again", () => {
    const dir = mkdtempSync(join(tmpdir(), "cursors-"));
    const tables = [tableSchema("beats", { by_n: ["n"] })];
    const open = () => openTestDatabase({ path: join(dir, "db"), tables });
    const first = open();
    commit(first, (t) => {
      for (const n of [0, 1]) t.insert("", "beats", { n });
    });
    const request = { query: byN(), endCursor: null, pageSize: 1 };
    const { continueCursor: cursor } = read(first, (t) =>
      t.page("", { ...request, cursor: null }),
    );
    first.close();
    const again = open();
    const next = read(again, (t) => t.page("", { ...request, cursor }));
    expect(numbers(next)).toEqual([1]);
    again.close();
    rmSync(dir, { recursive: true });
  });
});
