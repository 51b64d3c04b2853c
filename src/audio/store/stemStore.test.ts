import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { block, stem } from "../../testing/recorderWorld";
import { StemStore } from "./stemStore";

const takes = new Set<string>();
const openStore = () => new StemStore("gully-stems", async () => takes);

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  takes.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** Stores the voice of a take that exists. */
async function keep(store: StemStore, id: string, at: number) {
  takes.add(id);
  const isBegun = await store.begin(id, stem.info, at);
  if (isBegun) await store.append(id, 0, block);
  return isBegun;
}

test("keeps the voice of every take that exists, however many there are", async () => {
  const store = openStore();
  const ids = Array.from({ length: 12 }, (_, index) => `take-${index}`);
  for (const [index, id] of ids.entries()) await keep(store, id, index);
  for (const id of ids) expect(await store.load(id)).toEqual(stem);
});

test("removes the voices of takes that are gone before it stores another", async () => {
  const store = openStore();
  await keep(store, "gone", 1);
  await keep(store, "there", 2);
  takes.delete("gone");
  await keep(store, "new", 3);
  expect(await store.load("gone")).toBeNull();
  expect(await store.measure("gone")).toBe(0);
  expect(await store.load("there")).toEqual(stem);
  expect(await store.load("new")).toEqual(stem);
});

test("stores a voice even if the takes cannot be listed", async () => {
  const unknown = () => Promise.reject(new Error("locked"));
  const store = new StemStore("gully-stems", unknown);
  expect(await keep(store, "new", 1)).toBe(true);
  expect(await store.load("new")).toEqual(stem);
});

test("stores no voice if room is short, and takes none away", async () => {
  const store = openStore();
  await keep(store, "there", 1);
  const estimate = async () => ({ quota: 100_000_000, usage: 0 });
  vi.stubGlobal("navigator", { storage: { estimate } });
  expect(await keep(store, "new", 2)).toBe(false);
  expect(await store.load("new")).toBeNull();
  expect(await store.load("there")).toEqual(stem);
});
