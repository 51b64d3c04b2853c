import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  ConflictError,
  type Database,
  StorageFailedError,
  StorageFullError,
} from "./contract.ts";
import { openDatabase } from "./openDatabase.ts";
import {
  collect,
  commit,
  indexQuery,
  openTestDatabase,
  read,
  scanQuery,
  tableSchema,
} from "../../test/support/testDatabase.ts";

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "gully-database-"));
  path = join(directory, "data.sqlite");
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const TABLES = [tableSchema("beats", { by_n: ["n"] })];

test("restores everything after a restart and continues its clock", () => {
  const first = openTestDatabase({ path, tables: TABLES });
  const id = commit(first, (t) => t.insert("", "beats", { n: 1 }));
  commit(first, (t) => t.insert("child", "beats", { n: 2 }));
  first.settings.set("env", "{}");
  const { lastTs } = first;
  first.close();

  const again = openDatabase({ path });
  expect(again.lastTs).toBe(lastTs);
  expect(again.settings.get("env")).toBe("{}");
  expect(again.tables("")).toEqual(["beats"]);
  expect(again.tableOfId("", id)).toBe("beats");
  read(again, (t) => {
    expect(t.get("", id)).toContain('"n":1');
    expect(collect(t, indexQuery("beats.by_n"))).toHaveLength(1);
    expect(t.count("child", "beats")).toBe(1);
  });
  const transaction = again.begin();
  expect(() => transaction.insert("", "typo", {})).toThrow("not in the schema");
  transaction.insert("", "beats", { n: 3 });
  expect(again.apply(transaction)).toBeGreaterThan(lastTs);
  again.close();
});

test("keeps what was flushed and loses what was only applied", () => {
  const first = openTestDatabase({ path, tables: TABLES });
  commit(first, (t) => t.insert("", "beats", { n: 1 }));
  const transaction = first.begin();
  transaction.insert("", "beats", { n: 2 });
  transaction.insert("", "beats", { n: 3 });
  first.apply(transaction);
  expect(first.hasUnflushed).toBe(true);
  expect(read(first, (t) => t.count("", "beats"))).toBe(3);
  first.close();

  const again = openTestDatabase({ path });
  read(again, (t) => {
    expect(collect(t, scanQuery("beats")).map(({ n }) => n)).toEqual([1]);
    expect(collect(t, indexQuery("beats.by_n"))).toHaveLength(1);
  });
  again.close();
});

test("loses only unflushed commits when the process is killed", () => {
  const program = `
    const { openDatabase } = await import(${JSON.stringify(
      new URL("openDatabase.ts", import.meta.url).href,
    )});
    const database = openDatabase({ path: ${JSON.stringify(path)} });
    for (const n of [1, 2]) {
      const transaction = database.begin();
      transaction.insert("", "beats", { n });
      database.apply(transaction);
      if (n === 1) database.flush();
    }
    process.kill(process.pid, "SIGKILL");`;
  const { signal } = spawnSync(process.execPath, [
    "--input-type=module",
    "--eval",
    program,
  ]);
  expect(signal).toBe("SIGKILL");
  const again = openTestDatabase({ path });
  const documents = read(again, (t) => collect(t, scanQuery("beats")));
  expect(documents.map(({ n }) => n)).toEqual([1]);
  again.close();
});

test("one flush makes many commits durable and returns them in order", () => {
  const database = openTestDatabase({ path, tables: TABLES });
  expect(database.flush()).toEqual([]);
  const applied = [1, 2, 3].map((n) => {
    const transaction = database.begin();
    transaction.insert("", "beats", { n });
    return database.apply(transaction);
  });
  expect(database.flush().map(({ ts }) => ts)).toEqual(applied);
  expect(database.hasUnflushed).toBe(false);
  database.close();
});

test("timestamps and creation times increase even when the clock goes back", () => {
  let nowMs = 2_000_000;
  const clock = () => nowMs;
  const database = openTestDatabase({ path, tables: TABLES, nowMs: clock });
  const insert = () => {
    const transaction = database.begin();
    const id = transaction.insert("", "beats", {});
    const json = transaction.get("", id) ?? "";
    const created = Number(/"_creationTime":([\d.]+)/.exec(json)?.[1]);
    return [database.apply(transaction), created] as const;
  };
  const [ts, created] = insert();
  expect(ts).toBe(2_000_000_000_000n);
  nowMs = 1_000_000;
  const [laterTs, laterCreated] = insert();
  expect(laterTs).toBe(ts + 1n);
  expect(laterCreated).toBeGreaterThan(created);
  database.flush();
  database.close();

  const again = openTestDatabase({ path, nowMs: clock });
  expect(again.lastTs).toBe(laterTs);
  const transaction = again.begin();
  transaction.insert("", "beats", {});
  expect(again.apply(transaction)).toBe(laterTs + 1n);
  const times = collect(again.begin(), scanQuery("beats"));
  expect(new Set(times.map((d) => d._creationTime)).size).toBe(3);
  again.close();
});

test("a clock that was years ahead leaves later documents their true times", () => {
  const HOUR_MS = 3_600_000;
  let nowMs = 1_000_000 * HOUR_MS;
  const options = { path, nowMs: () => nowMs };
  const insert = (database: Database) => {
    const transaction = database.begin();
    transaction.insert("", "beats", {});
    database.apply(transaction);
    database.flush();
  };
  const ahead = openTestDatabase({ ...options, tables: TABLES });
  insert(ahead);
  nowMs -= HOUR_MS;
  insert(ahead);
  nowMs -= 1000;
  insert(ahead);
  ahead.close();
  const again = openTestDatabase(options);
  nowMs = 500_000 * HOUR_MS;
  insert(again);
  insert(again);
  const times = collect(again.begin(), scanQuery("beats")).map(
    ({ _creationTime }) => _creationTime,
  );
  const first = 1_000_000 * HOUR_MS;
  const back = first - HOUR_MS - 1000;
  expect(times).toEqual([
    ...[nowMs, nowMs + 0.001],
    ...[back, first, first + 0.001],
  ]);
  again.close();
});

test("stores an answered request with its commit and purges it by age", () => {
  let nowMs = 1000;
  const database = openTestDatabase({
    path,
    tables: TABLES,
    nowMs: () => nowMs,
  });
  const request = { sessionId: "s", requestId: 7 };
  const transaction = database.begin();
  transaction.insert("", "beats", { n: 1 });
  const answer = { ...request, resultJson: '"ok"', logLines: ["one"] };
  const ts = database.apply(transaction, answer);
  database.flush();
  database.close();

  const again = openTestDatabase({ path, nowMs: () => nowMs });
  expect(again.storedResponse(request)).toEqual({
    ts,
    resultJson: '"ok"',
    logLines: ["one"],
  });
  expect(again.storedResponse({ ...request, requestId: 8 })).toBeNull();
  again.purgeResponses(1000);
  expect(again.storedResponse(request)).not.toBeNull();
  nowMs = 2000;
  again.purgeResponses(1001);
  expect(again.storedResponse(request)).toBeNull();
  again.close();
});

test("stores no answer for a rejected transaction", () => {
  const database = openTestDatabase({ tables: TABLES });
  const id = commit(database, (t) => t.insert("", "beats", { n: 1 }));
  const loser = database.begin();
  loser.patch("", id, { n: 2 });
  commit(database, (t) => t.patch("", id, { n: 3 }));
  const request = { sessionId: "s", requestId: 1 };
  expect(() =>
    database.apply(loser, { ...request, resultJson: "null", logLines: [] }),
  ).toThrow(ConflictError);
  expect(database.storedResponse(request)).toBeNull();
});

test("makes settings durable at once without hiding earlier commits from flush", () => {
  const database = openTestDatabase({ path, tables: TABLES });
  const transaction = database.begin();
  transaction.insert("", "beats", { n: 1 });
  const ts = database.apply(transaction);
  database.settings.set("a.1", "x");
  database.settings.set("a.2", "y");
  database.settings.set("b", "z");
  database.settings.set("a.1", null);
  expect(database.settings.entries("a.")).toEqual([["a.2", "y"]]);
  expect(database.hasUnflushed).toBe(true);
  expect(database.flush().map((commit) => commit.ts)).toEqual([ts]);
  database.close();
});

test("refuses to open a file twice", () => {
  const database = openTestDatabase({ path, tables: TABLES });
  const program = `
    const { default: Sqlite } = await import("better-sqlite3");
    const sqlite = new Sqlite(${JSON.stringify(path)}, { timeout: 0 });
    sqlite.prepare("SELECT * FROM documents").all();`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { encoding: "utf8", cwd: import.meta.dirname },
  );
  expect(stderr).toContain("database is locked");
  expect(status).not.toBe(0);
  database.close();
});

/**
 * Opens a database that can grow by a few pages and then behaves as on a full
 * disk.
 */
function openSmallDatabase() {
  const database = openDatabase({ path, maxSizeBytes: 64 * 8192 });
  const id = commit(database, (t) => t.insert("", "beats", { n: 0 }));
  const insert = (text: string) => {
    const transaction = database.begin();
    transaction.insert("", "beats", { text });
    return database.apply(transaction);
  };
  return { database, id, insert };
}

test("a full disk rejects writes but not reads, and smaller writes work afterwards", () => {
  const { database, id, insert } = openSmallDatabase();
  expect(() => insert("x".repeat(900_000))).toThrow(StorageFullError);
  database.flush();
  read(database, (t) => {
    expect(t.get("", id)).toContain('"n":0');
    expect(t.count("", "beats")).toBe(1);
  });
  insert("small");
  expect(database.flush()).toHaveLength(1);
  expect(read(database, (t) => t.count("", "beats"))).toBe(2);
  database.close();
});

test("reports a batch lost to a full disk and keeps nothing of it", () => {
  const { database, id, insert } = openSmallDatabase();
  const early = insert("applied before the disk was full");
  const reader = database.begin();
  expect(reader.count("", "beats")).toBe(2);
  expect(() => insert("x".repeat(900_000))).toThrow(StorageFullError);
  expect(() => database.flush()).toThrow(
    expect.objectContaining({
      name: "BatchLostError",
      lost: [expect.objectContaining({ ts: early })],
    }),
  );
  expect(reader.isStale()).toBe(true);
  expect(read(database, (t) => t.count("", "beats"))).toBe(1);
  expect(read(database, (t) => t.get("", id))).not.toBeNull();
  insert("after");
  expect(database.flush()).toHaveLength(1);
  database.close();
});

test("reports a damaged file together with the failed statement", () => {
  const database = openTestDatabase({ path, tables: TABLES });
  commit(database, (t) => {
    for (let n = 0; n < 500; n++) {
      t.insert("", "beats", { n, text: "x".repeat(500) });
    }
  });
  database.close();
  const bytes = readFileSync(path);
  bytes.fill(0x5a, bytes.length - 200_000);
  writeFileSync(path, bytes);

  const again = openTestDatabase({ path });
  const readAll = () => read(again, (t) => collect(t, scanQuery("beats")));
  expect(readAll).toThrow(StorageFailedError);
  expect(readAll).toThrow("in: SELECT e.key");
  again.close();
});

test("refuses a file of another format", () => {
  const sqlite = new Sqlite(path);
  sqlite.exec("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)");
  sqlite.exec("INSERT INTO meta VALUES ('format', '999')");
  sqlite.exec("CREATE TABLE documents (other TEXT)");
  sqlite.close();
  expect(() => openDatabase({ path })).toThrow("format 999");
});

test("refuses a file that is not a database and leaves it unchanged", () => {
  writeFileSync(path, "beats and verses ".repeat(1000));
  expect(() => openDatabase({ path })).toThrow("file is not a database");
  expect(readFileSync(path, "utf8")).toBe("beats and verses ".repeat(1000));
});

/**
 * Opens a database and writes 20 documents, large enough for a checkpoint to be
 * worth its time.
 */
function openWithFullWal(): Database {
  openTestDatabase({ path, tables: TABLES }).close();
  const database = openDatabase({ path });
  for (let n = 0; n < 20; n++) {
    commit(database, (t) =>
      t.insert("", "beats", { n, text: "x".repeat(300_000) }),
    );
  }
  return database;
}

/** Counts the documents in the database file, without those in its WAL. */
function countWithoutWal(): number {
  const copy = join(directory, "copy.sqlite");
  copyFileSync(path, copy);
  const sqlite = new Sqlite(copy);
  const count: unknown = sqlite
    .prepare("SELECT count(*) FROM documents")
    .pluck()
    .get();
  sqlite.close();
  return Number(count);
}

test("a checkpoint moves what was flushed to the database file", () => {
  const database = openWithFullWal();
  expect(countWithoutWal()).toBe(0);
  database.checkpoint();
  expect(countWithoutWal()).toBe(20);
  database.close();
});

test("a checkpoint leaves a batch alone that waits for its flush", () => {
  const database = openWithFullWal();
  const transaction = database.begin();
  transaction.insert("", "beats", { n: 20 });
  database.apply(transaction);
  database.checkpoint();
  expect(database.hasUnflushed).toBe(true);
  expect(countWithoutWal()).toBe(0);
  expect(database.flush()).toHaveLength(1);
  database.checkpoint();
  expect(countWithoutWal()).toBe(21);
  database.close();
});
