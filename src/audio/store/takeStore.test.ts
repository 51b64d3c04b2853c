// @vitest-environment jsdom
import { Blob as StorableBlob } from "node:buffer";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { Database, result } from "./indexedDb";
import { TakeGoneError } from "./storeProblem";
import { TakeStore } from "./takeStore";

const stems = { remove: async () => undefined };
const take = {
  id: "take-1",
  userId: "u1",
  beatId: "b1",
  mimeType: "audio/mp4",
  createdAt: 1,
};

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  // jsdom's Blob cannot be stored in IndexedDB.
  vi.stubGlobal("Blob", StorableBlob);
});

// Other test files run in the same worker.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Uses the chunks directly, as another version of the app would. */
function inChunks<T>(use: (chunks: IDBObjectStore) => IDBRequest<T>) {
  const database = new Database("gully-takes", () => undefined);
  return database.run("chunks", "readwrite", (transaction) =>
    result(use(transaction.objectStore("chunks"))),
  );
}

const texts = (chunks: readonly Blob[]) =>
  Promise.all(chunks.map((chunk) => chunk.text()));

test("returns chunks in order", async () => {
  const store = new TakeStore(stems);
  await store.begin(take, new Blob(["one "]));
  await store.append(take.id, 1, new Blob(["two "]));
  await store.append(take.id, 2, new Blob(["three"]));
  expect(await store.list("u1", "b1")).toEqual([take]);
  const chunks = await store.loadChunks(take.id);
  expect(await texts(chunks)).toEqual(["one ", "two ", "three"]);
});

test("refuses more of a take that the browser has cleared", async () => {
  const store = new TakeStore(stems);
  await store.begin(take, new Blob(["one "]));
  await result(indexedDB.deleteDatabase("gully-takes"));
  const late = store.append(take.id, 1, new Blob(["two"]));
  await expect(late).rejects.toThrow(TakeGoneError);
  expect(await store.measure(take.id)).toEqual({ chunks: 0, bytes: 0 });
});

test("stores bytes, because Safari's private windows reject Blobs", async () => {
  const store = new TakeStore(stems);
  await store.begin(take, new Blob(["one"]));
  await store.append(take.id, 1, new Blob(["two"]));
  const stored: unknown[] = await inChunks((chunks) => chunks.getAll());
  expect(stored).toHaveLength(2);
  for (const chunk of stored)
    expect(String(chunk)).toBe("[object ArrayBuffer]");
});

test("reads Blobs stored by older versions", async () => {
  const store = new TakeStore(stems);
  await store.begin(take, new Blob(["one"]));
  await inChunks((chunks) => chunks.put(new Blob(["old"]), [take.id, 0]));
  expect(await texts(await store.loadChunks(take.id))).toEqual(["old"]);
});

test("deletes a take together with its voices", async () => {
  const newBars = { remove: vi.fn(async (_takeId: string) => undefined) };
  const broken = { remove: () => Promise.reject(new Error("locked")) };
  const store = new TakeStore(broken, newBars);
  await store.begin(take, new Blob(["one"]));
  await store.remove(take.id);
  expect(await store.list("u1", "b1")).toEqual([]);
  expect(newBars.remove).toHaveBeenCalledWith(take.id);
});

test("does not list a take whose first chunk could not be stored", async () => {
  const store = new TakeStore(stems);
  const unreadable = new Blob(["one"]);
  unreadable.arrayBuffer = () => Promise.reject(new Error("gone"));
  await expect(store.begin(take, unreadable)).rejects.toThrow("gone");
  expect(await store.list("u1", "b1")).toEqual([]);
});

test("a take that was published waits no longer, but stays, and so do those beside it", async () => {
  const store = new TakeStore(stems);
  for (const id of ["sent", "other", "waiting"])
    await store.begin({ ...take, id }, new Blob(["sound"]));
  await store.setAside("sent", "published");
  // The take that became a verse may have been set aside as "beside" before.
  await store.setAside("sent", "beside");
  await store.setAside("other", "beside");
  const waiting = await store.list("u1", "b1");
  expect(waiting.map(({ id }) => id)).toEqual(["waiting"]);
  const all = await store.listAll("u1");
  expect(Object.fromEntries(all.map((one) => [one.id, one.setAside]))).toEqual({
    ...{ sent: "published", other: "beside", waiting: undefined },
  });
  expect(await store.listAll("u2")).toEqual([]);
});
