import { createHash } from "node:crypto";
import {
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  DiskFileStore,
  DiskReserveError,
  FileTooLargeError,
} from "./diskFileStore.ts";

let dir: string;
let store: DiskFileStore;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "file-store-"));
  store = new DiskFileStore(dir);
  await store.prepare();
});

afterEach(() => {
  vi.useRealTimers();
  return rm(dir, { recursive: true });
});

async function filesOnDisk(): Promise<string[]> {
  const names = await readdir(dir, { recursive: true });
  return names.filter((name) => name !== "tmp");
}

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test("reads back what was written, with size and hash", async () => {
  const file = await store.writeStream(chunks("gully ", "cypher"), 100);
  expect(file.sizeBytes).toBe(12);
  expect(file.sha256Hex).toBe(
    createHash("sha256").update("gully cypher").digest("hex"),
  );
  const bytes = await store.read(file.uuid);
  expect(Buffer.from(bytes ?? []).toString()).toBe("gully cypher");
});

test("stores an empty file", async () => {
  const { uuid, sizeBytes } = await store.write(new Uint8Array());
  expect(sizeBytes).toBe(0);
  expect(await store.read(uuid)).toHaveLength(0);
});

test("leaves nothing behind when the source fails", async () => {
  async function* broken() {
    yield Buffer.from("half");
    throw new Error("cut");
  }
  await expect(store.writeStream(broken(), 100)).rejects.toThrow("cut");
  expect(await filesOnDisk()).toEqual([]);
});

test("rejects too many bytes as they arrive and leaves nothing behind", async () => {
  const endless = async function* () {
    for (;;) yield Buffer.alloc(10);
  };
  await expect(store.writeStream(endless(), 25)).rejects.toThrow(
    FileTooLargeError,
  );
  expect(await filesOnDisk()).toEqual([]);
});

test("returns null for removed and unknown files", async () => {
  const { uuid } = await store.write(Buffer.from("x"));
  await store.remove([uuid, uuid]);
  expect(await store.read(uuid)).toBeNull();
  expect(await store.read("../../etc/passwd")).toBeNull();
});

test("sweep moves files without a row aside and deletes unfinished uploads", async () => {
  const kept = await store.write(Buffer.from("kept"));
  const orphan = await store.write(Buffer.from("orphan"));
  await writeFile(join(dir, "tmp", "unfinished"), "half");
  const present = await store.prepare();
  const fresh = await store.write(Buffer.from("row comes later"));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 11, 31, 23, 59) });
  const swept = await store.sweep(present, [kept.uuid]);
  const aside = "orphans-2026-12-31";
  expect(swept).toEqual({ count: 1, directory: join(dir, aside) });
  expect((await filesOnDisk()).sort()).toEqual(
    [kept.uuid, fresh.uuid, aside, join(aside, orphan.uuid)].sort(),
  );
  expect(await readFile(join(dir, aside, orphan.uuid), "utf8")).toBe("orphan");
  expect(await store.read(orphan.uuid)).toBeNull();
  // Moved files no longer count as stored, and stay where they are.
  expect((await store.prepare()).uuids).not.toContain(orphan.uuid);
  expect(
    await store.sweep(await store.prepare(), [kept.uuid, fresh.uuid]),
  ).toEqual({ count: 0, directory: null });
});

test("files that are written together hold less each", async () => {
  const stops = Promise.withResolvers<void>();
  async function* halves() {
    yield Buffer.alloc(600_000);
    await stops.promise;
  }
  const writing = Array.from({ length: 100 }, () =>
    store.writeStream(halves(), 1_000_000),
  );
  await expect.poll(writtenBytes).toBeGreaterThan(40_000_000);
  stops.resolve();
  await Promise.all(writing);
});

async function writtenBytes(): Promise<number> {
  const names = await readdir(join(dir, "tmp"));
  const stats = await Promise.all(
    names.map((name) => stat(join(dir, "tmp", name))),
  );
  return stats.reduce((sum, { size }) => sum + size, 0);
}

test.each([
  { totalBytes: 1e12, freeBytes: 0.9e9, isKept: false },
  { totalBytes: 1e12, freeBytes: 1.1e9, isKept: true },
  { totalBytes: 64e6, freeBytes: 3e6, isKept: false },
  { totalBytes: 64e6, freeBytes: 4e6, isKept: true },
])("files leave a reserve of free space: %o", async ({ isKept, ...space }) => {
  const nearlyFull = new DiskFileStore(dir, async () => space);
  const writing = nearlyFull.writeStream(chunks("gully"), 100);
  if (isKept) expect((await writing).sizeBytes).toBe(5);
  else await expect(writing).rejects.toThrow(DiskReserveError);
  expect(await filesOnDisk()).toHaveLength(isKept ? 1 : 0);
});
