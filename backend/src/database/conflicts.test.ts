import { expect, test } from "vitest";
import { ConflictError, type QueryJson } from "./contract.ts";
import {
  collect,
  commit,
  indexQuery,
  openTestDatabase,
  read,
  scanQuery,
  tableSchema,
} from "../../test/support/testDatabase.ts";

function makeWorld() {
  const database = openTestDatabase({
    tables: [tableSchema("votes", { by_beat: ["beat"] }), tableSchema("other")],
  });
  const ids = commit(database, (t) =>
    [1, 2, 3, 4, 5].map((beat) => t.insert("", "votes", { beat })),
  );
  const [first = "", second = ""] = ids;
  return { database, ids, first, second };
}

const byBeat = (
  range: Parameters<typeof indexQuery>[1],
  order: "asc" | "desc" = "asc",
) => indexQuery("votes.by_beat", range, order);

test("rejects write skew, where each transaction reads what the other writes", () => {
  const { database, first, second } = makeWorld();
  const one = database.begin();
  const two = database.begin();
  one.get("", first);
  two.get("", second);
  one.patch("", second, { beat: 10 });
  two.patch("", first, { beat: 20 });
  database.apply(one);
  expect(two.isStale()).toBe(true);
  expect(() => database.apply(two)).toThrow(ConflictError);
  read(database, (t) => {
    expect(t.get("", first)).toContain('"beat":1}');
    expect(t.get("", second)).toContain('"beat":10}');
  });
});

test("rejects an update based on an older state", () => {
  const { database, first } = makeWorld();
  const one = database.begin();
  const two = database.begin();
  for (const transaction of [one, two]) transaction.patch("", first, { n: 1 });
  database.apply(one);
  expect(() => database.apply(two)).toThrow(ConflictError);
});

test("a read of a missing document does not conflict with other inserts", () => {
  const { database, first } = makeWorld();
  commit(database, (t) => t.remove("", first));
  const reader = database.begin();
  expect(reader.get("", first)).toBeNull();
  commit(database, (t) => t.insert("", "votes", { beat: 1 }));
  expect(reader.isStale()).toBe(false);
});

/**
 * Reads votes 1 to 5 by beat, up to `count` of them. Then one vote is inserted.
 */
test.each<[string, QueryJson, count: number, beat: number, isStale: boolean]>([
  ["inside a whole scan", scanQuery("votes"), 9, 3, true],
  ["inside an open range", byBeat({ beat: ["Gte", 2] }), 9, 3, true],
  ["below an open range", byBeat({ beat: ["Gte", 2] }), 9, 1.9, false],
  ["on an excluded bound", byBeat({ beat: ["Gt", 2] }), 9, 2, false],
  ["on an included bound", byBeat({ beat: ["Lte", 4] }), 9, 4, true],
  ["above an upper bound", byBeat({ beat: ["Lt", 4] }), 9, 4, false],
  ["on an equal value", byBeat({ beat: ["Eq", 3] }), 9, 3, true],
  ["next to an equal value", byBeat({ beat: ["Eq", 3] }), 9, 3.5, false],
  ["before where a scan stopped", byBeat({}), 2, 1.5, true],
  ["after where a scan stopped", byBeat({}), 2, 2.5, false],
  ["after where a downward scan stopped", byBeat({}, "desc"), 2, 3.5, false],
  ["before where a downward scan stopped", byBeat({}, "desc"), 2, 4.5, true],
  ["into a scan that never began", byBeat({}), 0, 1, false],
])(
  "checks a write %s against what was read",
  (_name, query, count, beat, isStale) => {
    const { database } = makeWorld();
    const reader = database.begin();
    collect(reader, query, count);
    commit(database, (t) => t.insert("", "votes", { beat }));
    expect(reader.isStale()).toBe(isStale);
  },
);

test("the first row does not depend on the second", () => {
  const { database, second } = makeWorld();
  const reader = database.begin();
  collect(reader, indexQuery("votes.by_beat", {}, "asc", [{ limit: 1 }]));
  expect(reader.usage.used.documentsRead).toBe(1);
  commit(database, (t) => t.patch("", second, { beat: 1.5 }));
  expect(reader.isStale()).toBe(false);
});

test.each(["asc", "desc"] as const)(
  "the row at which a scan %s stopped counts as read",
  (order) => {
    const { database, ids } = makeWorld();
    const reader = database.begin();
    collect(reader, byBeat({}, order), 2);
    const last = ids[order === "asc" ? 1 : 3] ?? "";
    commit(database, (t) => t.remove("", last));
    expect(reader.isStale()).toBe(true);
  },
);

test("a document that moves out of, within or into a range makes its readers stale", () => {
  for (const [from, to] of [
    [3, 30],
    [3, 3.5],
    [1, 3],
  ]) {
    const { database, ids } = makeWorld();
    const reader = database.begin();
    collect(
      reader,
      byBeat({
        beat: [
          ["Gte", 2],
          ["Lte", 4],
        ],
      }),
    );
    commit(database, (t) => {
      t.patch("", ids[(from ?? 0) - 1] ?? "", { beat: to ?? 0 });
    });
    expect(reader.isStale()).toBe(true);
  }
});

test("a change to another field makes index readers stale too", () => {
  const { database, ids } = makeWorld();
  const reader = database.begin();
  collect(reader, byBeat({ beat: ["Eq", 3] }));
  commit(database, (t) => t.patch("", ids[2] ?? "", { note: "new" }));
  expect(reader.isStale()).toBe(true);
});

test("a write that changes nothing is no commit and makes no reader stale", () => {
  const { database, first } = makeWorld();
  const reader = database.begin();
  reader.get("", first);
  const before = database.lastTs;
  commit(database, (t) => {
    t.patch("", first, { beat: 1 });
    t.remove("", t.insert("", "votes", { beat: 9 }));
  });
  expect(reader.isStale()).toBe(false);
  expect(database.lastTs).toBe(before);
});

test("reading an empty table depends on its first document", () => {
  const { database } = makeWorld();
  const reader = database.begin();
  expect(collect(reader, scanQuery("other"))).toEqual([]);
  expect(reader.count("", "votes")).toBe(5);
  commit(database, (t) => t.insert("", "other", {}));
  expect(reader.isStale()).toBe(true);
});

test("a count depends on every insertion", () => {
  const { database } = makeWorld();
  const reader = database.begin();
  reader.count("", "votes");
  commit(database, (t) => t.insert("", "votes", { beat: 99 }));
  expect(reader.isStale()).toBe(true);
});

test("a commit lists the old and new keys of every index", () => {
  const { database, first } = makeWorld();
  const transaction = database.begin();
  transaction.patch("", first, { beat: 7 });
  database.apply(transaction);
  const [{ writes } = { writes: null }] = database.flush();
  const sizes = [...(writes?.values() ?? [])].map((keys) => keys.size);
  // by_id and by_creation_time keep their key; by_beat has an old and a new
  // one.
  expect(sizes.sort()).toEqual([1, 1, 2]);
});

test("remembers commits for as long as a transaction is open", () => {
  const { database, first } = makeWorld();
  const old = database.begin();
  old.get("", first);
  for (let i = 0; i < 300; i++) {
    commit(database, (t) => t.insert("", "other", { i }));
    read(database, (t) => t.get("", first));
  }
  expect(old.isStale()).toBe(false);
  commit(database, (t) => t.patch("", first, { beat: 0 }));
  for (let i = 0; i < 300; i++) {
    commit(database, (t) => t.insert("", "other", { i }));
  }
  expect(old.isStale()).toBe(true);
  expect(() => database.apply(old)).toThrow(ConflictError);
});

test("a snapshot does not see its caller's writes, rejects writes and knows when it is stale", () => {
  const { database, first } = makeWorld();
  const caller = database.begin();
  caller.patch("", first, { beat: 100 });
  const snapshot = database.beginSnapshot();
  expect(snapshot.get("", first)).toContain('"beat":1}');
  expect(() => snapshot.insert("", "votes", {})).toThrow("cannot write");
  expect(snapshot.isStale()).toBe(false);
  database.apply(caller);
  expect(snapshot.isStale()).toBe(true);
  snapshot.end();
});

test("a transaction is applied once and cannot be used after it ends", () => {
  const { database, first } = makeWorld();
  const transaction = database.begin();
  const stream = transaction.stream("", scanQuery("votes"));
  stream.next();
  database.apply(transaction);
  expect(() => database.apply(transaction)).toThrow("once");
  expect(() => transaction.get("", first)).toThrow("has ended");
  expect(() => stream.next()).toThrow("has ended");
});

test("rejects a transaction with an unfinished nested one", () => {
  const { database } = makeWorld();
  const transaction = database.begin();
  transaction.beginNested();
  expect(() => database.apply(transaction)).toThrow("nested");
});
