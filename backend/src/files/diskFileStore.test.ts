import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DiskFileStore, FileTooLargeError } from "./diskFileStore.ts";

let dir: string;
let store: DiskFileStore;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "file-store-"));
  store = new DiskFileStore(dir);
  await store.prepare();
});

afterEach(() => rm(dir, { recursive: true }));

async function filesOnDisk(): Promise<string[]> {
  const names = await readdir(dir, { recursive: true });
  return names.filter((name) => name !== "tmp");
}

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test("what was written can be read, with size and hash", async () => {
  const file = await store.writeStream(chunks("gully ", "cypher"), 100);
  expect(file.sizeBytes).toBe(12);
  expect(file.sha256Hex).toBe(
    createHash("sha256").update("gully cypher").digest("hex"),
  );
  const bytes = await store.read(file.uuid);
  expect(Buffer.from(bytes ?? []).toString()).toBe("gully cypher");
});

test("an empty file is a file", async () => {
  const { uuid, sizeBytes } = await store.write(new Uint8Array());
  expect(sizeBytes).toBe(0);
  expect(await store.read(uuid)).toHaveLength(0);
});

test("a source that breaks off leaves nothing behind", async () => {
  async function* broken() {
    yield Buffer.from("half");
    throw new Error("cut");
  }
  await expect(store.writeStream(broken(), 100)).rejects.toThrow("cut");
  expect(await filesOnDisk()).toEqual([]);
});

test("too much is refused as soon as it comes, and leaves nothing behind", async () => {
  const endless = async function* () {
    for (;;) yield Buffer.alloc(10);
  };
  await expect(store.writeStream(endless(), 25)).rejects.toThrow(
    FileTooLargeError,
  );
  expect(await filesOnDisk()).toEqual([]);
});

test("removed and unknown files are absent", async () => {
  const { uuid } = await store.write(Buffer.from("x"));
  await store.remove([uuid, uuid]);
  expect(await store.read(uuid)).toBeNull();
  expect(await store.read("../../etc/passwd")).toBeNull();
});

test("the sweep removes files without a row, and what an upload left unfinished", async () => {
  const kept = await store.write(Buffer.from("kept"));
  await store.write(Buffer.from("orphan"));
  await writeFile(join(dir, "tmp", "unfinished"), "half");
  const present = await store.prepare();
  const fresh = await store.write(Buffer.from("row comes later"));
  expect(await store.sweep(present, [kept.uuid])).toBe(1);
  expect((await filesOnDisk()).sort()).toEqual([kept.uuid, fresh.uuid].sort());
});
