// @vitest-environment jsdom
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROBE_BYTES, probeStorage } from "./storageProbe";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  browserWith({ getDirectory, persisted: async () => true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const getDirectory: StorageManager["getDirectory"] = () =>
  Promise.resolve({} as FileSystemDirectoryHandle); // only its presence counts

function browserWith(storage: Partial<StorageManager> | undefined) {
  vi.stubGlobal("navigator", storage === undefined ? {} : { storage });
}

test("finds room for the longest take and leaves nothing behind", async () => {
  expect(await probeStorage()).toEqual({
    roomBytes: PROBE_BYTES,
    problem: null,
    isPrivate: false,
  });
  expect(await indexedDB.databases()).toEqual([]);
});

test("finds no room where there is no storage", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("Not here.", "SecurityError");
    },
    deleteDatabase: () => {
      throw new DOMException("Not here.", "SecurityError");
    },
  });
  expect(await probeStorage()).toMatchObject({
    roomBytes: 0,
    problem: "refused",
  });
});

test("counts what could be written before the storage was full", async () => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its object below
  const put = IDBObjectStore.prototype.put;
  let puts = 0;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
    this: IDBObjectStore,
    ...args: Parameters<typeof put>
  ) {
    puts += 1;
    if (puts > 20) throw new DOMException("No room.", "QuotaExceededError");
    return put.apply(this, args);
  });
  expect(await probeStorage()).toMatchObject({
    roomBytes: 16 * 61_440,
    problem: "full",
  });
});

test("does not count what cannot be read back", async () => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its object below
  const get = IDBObjectStore.prototype.get;
  vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(function (
    this: IDBObjectStore,
  ) {
    return get.call(this, "nothing is stored under this key");
  });
  expect(await probeStorage()).toMatchObject({
    roomBytes: 0,
    problem: "broken",
  });
});

test.each([
  ["refuses the file system", { getDirectory: refuse }, true],
  ["promises to keep the data", { getDirectory, persisted: yes }, false],
  ["promises nothing", { getDirectory, persisted: no }, null],
  ["has no file system", {}, null],
  ["has no storage manager", undefined, null],
])("knows what a browser says that %s", async (_, storage, isPrivate) => {
  browserWith(storage);
  expect(await probeStorage()).toMatchObject({ isPrivate });
});

test("never rejects, even where the storage manager itself is forbidden", async () => {
  vi.stubGlobal("navigator", {
    get storage() {
      throw new DOMException("Forbidden.", "SecurityError");
    },
  });
  expect(await probeStorage()).toMatchObject({ isPrivate: true });
});

function refuse(): Promise<FileSystemDirectoryHandle> {
  return Promise.reject(new DOMException("Private.", "SecurityError"));
}
function yes(): Promise<boolean> {
  return Promise.resolve(true);
}
function no(): Promise<boolean> {
  return Promise.resolve(false);
}
