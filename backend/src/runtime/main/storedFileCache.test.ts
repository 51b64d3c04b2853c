import { expect, test, vi } from "vitest";
import type { StoredFile } from "../contract/runtime.ts";
import { StoredFileCache } from "./storedFileCache.ts";

const file = (uuid: string): StoredFile => ({
  storageId: `id-${uuid}`,
  uuid,
  sha256Hex: "00",
  sizeBytes: 1,
  contentType: null,
});

test("looks up a file once and a missing file every time", async () => {
  const cache = new StoredFileCache();
  const lookUp = vi.fn(() => Promise.resolve(file("a")));
  expect(await cache.find("a", lookUp)).toEqual(file("a"));
  expect(await cache.find("a", lookUp)).toEqual(file("a"));
  expect(lookUp).toHaveBeenCalledTimes(1);
  const missing = vi.fn(() => Promise.resolve(null));
  await cache.find("b", missing);
  expect(await cache.find("b", missing)).toBeNull();
  expect(missing).toHaveBeenCalledTimes(2);
});

test("forgets a removed file, even one that is being looked up", async () => {
  const cache = new StoredFileCache();
  await cache.find("a", () => Promise.resolve(file("a")));
  cache.remove(["a"]);
  expect(await cache.find("a", () => Promise.resolve(null))).toBeNull();

  const lookedUp = Promise.withResolvers<StoredFile | null>();
  const found = cache.find("b", () => lookedUp.promise);
  cache.remove(["b"]);
  lookedUp.resolve(file("b"));
  await found;
  expect(await cache.find("b", () => Promise.resolve(null))).toBeNull();
});

test("keeps the files used last", async () => {
  const cache = new StoredFileCache();
  const find = (uuid: string) =>
    cache.find(uuid, () => Promise.resolve(file(uuid)));
  await find("first");
  for (let i = 0; i < 999; i++) await find(String(i));
  await find("first");
  await find("one more");
  const lookUp = vi.fn(() => Promise.resolve(null));
  expect(await cache.find("first", lookUp)).not.toBeNull();
  expect(await cache.find("0", lookUp)).toBeNull();
});
