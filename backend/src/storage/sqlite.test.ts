import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqlite, Statement } from "./sqlite.ts";
import { StorageFailedError, StorageFullError } from "./storageErrors.ts";

function withFile(work: (path: string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), "gully-sqlite-"));
  try {
    work(join(directory, "data.sqlite"));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test("waits for the disk on every commit, even after switching on WAL", () => {
  withFile((path) => {
    for (let opening = 0; opening < 2; opening++) {
      const sqlite = openSqlite({ path });
      expect(sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
      expect(sqlite.pragma("synchronous", { simple: true })).toBe(2);
      sqlite.close();
    }
  });
});

test("names the failed statement in an error", () => {
  const sqlite = openSqlite({ path: ":memory:" });
  sqlite.exec("CREATE TABLE t (x INTEGER PRIMARY KEY)");
  const insert = new Statement(sqlite, "INSERT INTO t   (x) VALUES (?)");
  insert.run(1);
  const again = () => insert.run(1);
  expect(again).toThrow(
    "UNIQUE constraint failed: t.x (SQLITE_CONSTRAINT_PRIMARYKEY) in: INSERT INTO t (x) VALUES (?)",
  );
  expect(again).not.toThrow(StorageFailedError);
  expect(() => new Statement(sqlite, "SELECT nothing")).toThrow(
    "in: SELECT nothing",
  );
});

test("treats a file at its size limit like a full disk", () => {
  withFile((path) => {
    const sqlite = openSqlite({ path, maxSizeBytes: 10 * 8192 });
    sqlite.exec("CREATE TABLE t (x TEXT)");
    const insert = new Statement(sqlite, "INSERT INTO t (x) VALUES (?)");
    expect(() => insert.run("x".repeat(100_000))).toThrow(StorageFullError);
    sqlite.close();
  });
});
