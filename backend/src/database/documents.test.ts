import { expect, test } from "vitest";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";
import type { QueryJson } from "./contract.ts";
import { convexSizeBytes } from "./documentSizes.ts";
import { LIMITS } from "./limits.ts";
import {
  collect,
  commit,
  indexQuery,
  openTestDatabase,
  parse,
  read,
  scanQuery,
  tableSchema,
} from "../../test/support/testDatabase.ts";

function makeWorld() {
  const database = openTestDatabase({
    tables: [
      tableSchema("beats", { by_genre: ["genre", "bpm"] }),
      tableSchema("verses"),
    ],
  });
  const transaction = database.begin();
  const id = transaction.insert("", "beats", { genre: "drill", bpm: 140 });
  return { database, transaction, id };
}

test("a document has its own fields and the system fields", () => {
  const { transaction, id } = makeWorld();
  expect(parse(transaction.get("", id) ?? "")).toEqual({
    _id: id,
    _creationTime: expect.any(Number) as number,
    genre: "drill",
    bpm: 140,
  });
});

test("a patch sets, adds and removes fields; a replacement keeps only the system fields", () => {
  const { transaction, id } = makeWorld();
  const { _creationTime } = parse(transaction.get("", id) ?? "");
  transaction.patch("", id, {
    bpm: 90,
    key: "Am",
    genre: { $undefined: null },
  });
  expect(parse(transaction.get("", id) ?? "")).toEqual({
    _id: id,
    _creationTime,
    bpm: 90,
    key: "Am",
  });
  transaction.replace("", id, { _id: id, title: "new" });
  expect(parse(transaction.get("", id) ?? "")).toEqual({
    _id: id,
    _creationTime,
    title: "new",
  });
});

test("rejects changes to system fields", () => {
  const { transaction, id } = makeWorld();
  const other = transaction.insert("", "beats", {});
  for (const act of ["patch", "replace"] as const) {
    expect(() => transaction[act]("", id, { _id: other })).toThrow(
      "Provided `_id` field value",
    );
    expect(() => transaction[act]("", id, { _creationTime: 1 })).toThrow(
      "Provided `_creationTime` field value",
    );
  }
  expect(() => transaction.insert("", "beats", { _id: id })).toThrow(
    "reserved for system fields",
  );
});

test("a removed document is gone and cannot be written", () => {
  const { transaction, id } = makeWorld();
  transaction.remove("", id);
  expect(transaction.get("", id)).toBeNull();
  expect(() => transaction.remove("", id)).toThrow(
    `Delete on nonexistent document ID ${id}`,
  );
  for (const act of ["patch", "replace"] as const) {
    expect(() => transaction[act]("", id, {})).toThrow(
      `Update on nonexistent document ID ${id}`,
    );
  }
});

test("rejects malformed ids and ids of another table", () => {
  const { transaction, id } = makeWorld();
  expect(() => transaction.get("", "beat 1")).toThrow("unable to decode ID");
  expect(() => transaction.get("", id, { table: "verses" })).toThrow(
    "expected an ID in table 'verses', got ID of table 'beats'",
  );
  expect(() => transaction.patch("", id, {}, "verses")).toThrow(
    "for `db.patch`",
  );
  expect(transaction.get("", id, { table: "beats" })).not.toBeNull();
});

test("components do not see each other's tables", () => {
  const { database, transaction, id } = makeWorld();
  const own = transaction.insert("a/b", "beats", { own: true });
  expect(transaction.get("a/b", id)).toBeNull();
  expect(() => transaction.remove("a/b", id)).toThrow("nonexistent");
  expect(transaction.normalizeId("a/b", "beats", id)).toBeNull();
  expect(transaction.normalizeId("", "beats", id)).toBe(id);
  expect(collect(transaction, scanQuery("beats"))).toHaveLength(1);
  expect(transaction.count("a/b", "beats")).toBe(1);
  expect(database.tableOfId("a/b", own)).toBe("beats");
  expect(database.tableOfId("", own)).toBeNull();
  expect(database.tableOfId("", "nothing")).toBeNull();
});

test("reaches system tables only by name", () => {
  const { transaction } = makeWorld();
  const job = transaction.insert("", "_jobs", { state: "due", runAt: 1 });
  expect(() => transaction.get("", job)).toThrow("db.system");
  expect(transaction.get("", job, { system: true })).toContain('"runAt":1');
  expect(() => transaction.patch("", job, { runAt: 2 })).toThrow("read-only");
  expect(() => transaction.remove("", job)).toThrow("read-only");
  transaction.patch("", job, { runAt: 2 }, "_jobs");
  const due = indexQuery("_jobs.by_state_and_run_at", {
    state: ["Eq", "due"],
    runAt: ["Lte", 2],
  });
  expect(collect(transaction, due)).toHaveLength(1);
});

test("a rolled back nested transaction undoes exactly its own writes", () => {
  const { database, transaction, id } = makeWorld();
  const outer = transaction.beginNested();
  transaction.patch("", id, { bpm: 1 });
  const inner = transaction.beginNested();
  transaction.remove("", id);
  transaction.insert("", "beats", { genre: "trap" });
  inner.commit();
  expect(collect(transaction, indexQuery("beats.by_genre"))).toHaveLength(1);
  expect(transaction.usage.used.documentsWritten).toBe(4);
  expect(outer.rollback()).toBe(true);
  expect(transaction.usage.used.documentsWritten).toBe(1);
  expect(transaction.usage.used.documentsRead).toBe(1);
  expect(parse(transaction.get("", id) ?? "").bpm).toBe(140);
  database.apply(transaction);
  expect(read(database, (t) => t.count("", "beats"))).toBe(1);
});

test("ending a nested transaction ends those begun in it", () => {
  const { database, transaction } = makeWorld();
  const count = () => transaction.count("", "beats");
  const insert = () => transaction.insert("", "beats", { genre: "trap" });
  const outer = transaction.beginNested();
  insert();
  const orphan = transaction.beginNested();
  insert();
  outer.rollback();
  expect(count()).toBe(1);
  const next = transaction.beginNested();
  insert();
  expect(orphan.rollback()).toBe(false);
  orphan.commit();
  expect(count()).toBe(2);
  next.rollback();
  expect(count()).toBe(1);
  database.apply(transaction);
});

test("applies filters and limits in the order given", () => {
  const { transaction } = makeWorld();
  for (const bpm of [60, 70, 80, 90]) {
    transaction.insert("", "beats", { genre: "trap", bpm });
  }
  const fast = (bpm: number): ConvexJsonObject => ({
    filter: { $gte: [{ $field: "bpm" }, { $literal: bpm }] },
  });
  const run = (operators: ConvexJsonObject[]) => {
    const range = { genre: ["Eq", "trap"] as ["Eq", string] };
    const query = indexQuery("beats.by_genre", range, "asc", operators);
    return collect(transaction, query).map(({ bpm }) => bpm);
  };
  expect(run([fast(70), { limit: 2 }])).toEqual([70, 80]);
  expect(run([{ limit: 2 }, fast(70)])).toEqual([70]);
  expect(run([{ limit: 0 }])).toEqual([]);
  expect(run([{ limit: 3 }, { limit: 1 }])).toEqual([60]);
});

test.each<[string, QueryJson, string]>([
  ["a missing index", indexQuery("beats.by_x"), "Index beats.by_x not found."],
  [
    "a field out of order",
    indexQuery("beats.by_genre", { bpm: ["Eq", 1] }),
    'expected "genre", got "bpm"',
  ],
  [
    "a field after a bound",
    indexQuery("beats.by_genre", { genre: ["Gt", ""], bpm: ["Lt", 1] }),
    'must operate on the same field, expected "genre", got "bpm"',
  ],
  [
    "two lower bounds",
    indexQuery("beats.by_genre", {
      genre: [
        ["Gt", "a"],
        ["Gte", "b"],
      ],
    }),
    "cannot chain `.gte()`",
  ],
  [
    "an equality after a bound",
    indexQuery("beats.by_genre", {
      genre: [
        ["Lt", "a"],
        ["Eq", "b"],
      ],
    }),
    "cannot chain `.eq()`",
  ],
  [
    "more fields than the index has",
    indexQuery("beats.by_creation_time", {
      _creationTime: ["Eq", 1],
      _id: ["Eq", "x"],
      bpm: ["Eq", 1],
    }),
    "the index has no further field",
  ],
  ["an unknown operator", scanQuery("beats", [{ skip: 1 }]), "Unknown query"],
  ["a broken filter", scanQuery("beats", [{ filter: {} }]), "one operator"],
  [
    "too many operators",
    scanQuery("beats", Array<ConvexJsonObject>(257).fill({ limit: 1 })),
    "more than 256 operators",
  ],
  [
    "a vector query",
    { source: { type: "Vector" }, operators: [] },
    "Unknown query source",
  ],
  ["an invalid table name", scanQuery("no table"), "Invalid table name"],
])("rejects %s with an explanation", (_name, query, message) => {
  const { transaction } = makeWorld();
  expect(() => collect(transaction, query)).toThrow(
    expect.objectContaining({
      name: "DatabaseError",
      message: expect.stringContaining(message) as string,
    }),
  );
});

test("an index range may bound its last fields, creation time and id", () => {
  const { transaction, id } = makeWorld();
  const { _creationTime } = parse(transaction.get("", id) ?? "");
  const range = (time: ConvexJson) =>
    indexQuery("beats.by_genre", {
      genre: ["Eq", "drill"],
      bpm: ["Eq", 140],
      _creationTime: ["Eq", time],
      _id: ["Gte", id],
    });
  expect(collect(transaction, range(_creationTime ?? null))).toHaveLength(1);
  expect(collect(transaction, range(0))).toHaveLength(0);
});

test("finds ranges by id among stored and new documents", () => {
  const { database } = makeWorld();
  const ids = commit(database, (t) =>
    [1, 2, 3, 4].map((n) => t.insert("", "beats", { n })),
  ).sort();
  const [first = "", second = "", third = "", fourth = ""] = ids;
  const transaction = database.begin();
  const list = (type: "Gt" | "Gte" | "Lt" | "Lte" | "Eq", id: ConvexJson) =>
    collect(transaction, indexQuery("beats.by_id", { _id: [type, id] })).map(
      ({ _id }) => _id,
    );
  for (let round = 0; round < 2; round++) {
    expect(list("Gt", second)).toEqual([third, fourth]);
    expect(list("Gte", second)).toEqual([second, third, fourth]);
    expect(list("Lt", second)).toEqual([first]);
    expect(list("Lte", second)).toEqual([first, second]);
    expect(list("Eq", second)).toEqual([second]);
    expect(list("Gt", second.slice(0, 30))).toContain(second);
    expect(list("Gt", null)).toEqual(ids);
    expect(list("Lt", 5)).toEqual([]);
    expect(list("Gt", "गली")).toEqual([]);
    // The second round reads the same documents from the overlay.
    for (const id of ids) transaction.patch("", id, { round });
  }
});

test("a commit timestamp appears in documents and indexes once it is known", () => {
  const database = openTestDatabase({
    tables: [tableSchema("log", { by_ts: ["at.ts"] })],
  });
  const transaction = database.begin();
  const pending: ConvexJson = { $commitTs: null };
  const id = transaction.insert("", "log", {
    at: { ts: pending, n: [pending] },
  });
  transaction.insert("", "log", { at: { ts: { $integer: "AQAAAAAAAAA=" } } });
  const last = collect(transaction, indexQuery("log.by_ts", {}, "desc"), 1);
  expect(last[0]?._id).toBe(id);
  const ts = database.apply(transaction);
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(ts);
  const known: ConvexJson = { $integer: bytes.toString("base64") };
  read(database, (t) => {
    expect(parse(t.get("", id) ?? "").at).toEqual({ ts: known, n: [known] });
    const query = indexQuery("log.by_ts", { "at.ts": ["Eq", known] });
    expect(collect(t, query)).toHaveLength(1);
    const later = indexQuery("log.by_ts", { "at.ts": ["Gte", pending] });
    expect(collect(t, later)).toHaveLength(0);
  });
});

test("leaves text alone that only looks like a commit timestamp", () => {
  const { database } = makeWorld();
  const note = '{"$commitTs":null}';
  const id = commit(database, (t) => t.insert("", "beats", { note }));
  expect(parse(read(database, (t) => t.get("", id)) ?? "").note).toBe(note);
});

test("stores text of any script unchanged", () => {
  const { database } = makeWorld();
  const texts = ["गली साइफ़र", "a\0b", "😀", "\uffff"];
  const ids = commit(database, (t) =>
    texts.map((genre) => t.insert("", "beats", { genre })),
  );
  read(database, (t) => {
    texts.forEach((genre, i) => {
      expect(parse(t.get("", ids[i] ?? "") ?? "").genre).toBe(genre);
      const query = indexQuery("beats.by_genre", { genre: ["Eq", genre] });
      expect(collect(t, query)).toHaveLength(1);
    });
  });
});

test("counts and limits what a transaction reads and writes", () => {
  const { database, transaction, id } = makeWorld();
  transaction.get("", id);
  collect(transaction, scanQuery("beats"));
  const { usage } = transaction;
  expect(usage.used).toMatchObject({ documentsRead: 2, documentsWritten: 1 });
  const size = convexSizeBytes(parse(transaction.get("", id) ?? ""));
  expect(usage.used).toMatchObject({
    bytesRead: 3 * size,
    bytesWritten: size,
  });
  const big = { text: "x".repeat(1_000_000) };
  const write = () => {
    const t = database.begin();
    for (let i = 0; i < 17; i++) t.insert("", "beats", big);
  };
  expect(write).toThrow("Wrote too much data");
  usage.add("documentsRead", usage.remaining("documentsRead"));
  expect(() => transaction.get("", id)).toThrow("Scanned too many documents");
  usage.add("documentsWritten", usage.remaining("documentsWritten"));
  expect(() => transaction.insert("", "beats", {})).toThrow(
    "Wrote too many documents",
  );
});

test("reading the same document again is free", () => {
  const { database, transaction, id } = makeWorld();
  const { databaseQueries: limit } = LIMITS;
  for (let i = 0; i < 2 * limit; i++) transaction.get("", id);
  expect(transaction.usage.used.databaseQueries).toBe(1);
  const ids = Array.from({ length: limit + 2 }, () =>
    commit(database, (t) => t.insert("", "beats", {})),
  );
  const reader = database.begin();
  expect(() => {
    for (const one of ids) reader.get("", one);
  }).toThrow(`Too many index ranges read in a single function execution`);
});

test("limits can be lowered for a while, but not raised", () => {
  const database = openTestDatabase({ tables: [tableSchema("beats")] });
  const { usage } = database.begin();
  usage.add("documentsRead", 10);
  const end = usage.lower({ documentsRead: 5, databaseQueries: 1e9 });
  expect(usage.remaining("documentsRead")).toBe(5);
  expect(usage.remaining("databaseQueries")).toBe(LIMITS.databaseQueries);
  const endInner = usage.lower({ documentsRead: 7 });
  expect(usage.remaining("documentsRead")).toBe(5);
  endInner();
  expect(() => usage.add("documentsRead", 6)).toThrow("(limit: 5)");
  const endOrphan = usage.lower({ documentsRead: 1 });
  end();
  expect(usage.remaining("documentsRead")).toBe(LIMITS.documentsRead - 16);
  usage.lower({ documentsRead: 2 });
  endOrphan();
  expect(usage.remaining("documentsRead")).toBe(2);
});
