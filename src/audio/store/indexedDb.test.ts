// @vitest-environment jsdom
import { IDBFactory, IDBVersionChangeEvent as FakeEvent } from "fake-indexeddb";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { completion, Database, result } from "./indexedDb";

const connections: IDBDatabase[] = [];

beforeEach(() => {
  connections.length = 0;
  const factory: IDBFactory = new IDBFactory();
  const open = factory.open.bind(factory);
  vi.spyOn(factory, "open").mockImplementation((name, version) => {
    const request = open(name, version);
    request.addEventListener("success", () => {
      connections.push(request.result);
    });
    return request;
  });
  vi.stubGlobal("indexedDB", factory);
});

// Other test files run in the same worker.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function openNotes() {
  const database = new Database("notes", (created) => {
    created.createObjectStore("notes");
  });
  return {
    put: (text: string) =>
      database.run("notes", "readwrite", (transaction) => {
        transaction.objectStore("notes").put(text, 1);
        return completion(transaction);
      }),
    get: () =>
      database.run("notes", "readonly", (transaction) =>
        result(transaction.objectStore("notes").get(1)),
      ),
  };
}

const last = () => {
  const connection = connections.at(-1);
  if (!connection) throw new Error("no connection was opened");
  return connection;
};

test("uses one connection as long as it lasts", async () => {
  const notes = openNotes();
  await notes.put("one");
  expect(await notes.get()).toBe("one");
  expect(connections).toHaveLength(1);
});

test("opens the database again when a transaction cannot start", async () => {
  const notes = openNotes();
  await notes.put("one");
  last().close();
  await notes.put("two");
  expect(await notes.get()).toBe("two");
  expect(connections).toHaveLength(2);
});

test("opens the database once for all who lost its connection", async () => {
  const notes = openNotes();
  await notes.put("one");
  last().close();
  await Promise.all([notes.put("two"), notes.get(), notes.get()]);
  expect(connections).toHaveLength(2);
});

test("runs a transaction again that ended with its connection", async () => {
  const database = new Database("notes", (created) => {
    created.createObjectStore("notes");
  });
  const lost = new DOMException("Connection is closing.", "AbortError");
  const work = vi.fn(async () => "done").mockRejectedValueOnce(lost);
  expect(await database.run("notes", "readonly", work)).toBe("done");
  expect(connections).toHaveLength(2);
});

test("tries no more than twice, and then again the next time", async () => {
  const database = new Database("notes", (created) => {
    created.createObjectStore("notes");
  });
  const lost = new DOMException("Connection lost.", "UnknownError");
  const work = vi.fn(async () => "done");
  work.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
  await expect(database.run("notes", "readonly", work)).rejects.toBe(lost);
  expect(await database.run("notes", "readonly", work)).toBe("done");
});

test("does not try again on a full device", async () => {
  const database = new Database("notes", (created) => {
    created.createObjectStore("notes");
  });
  const full = new DOMException("full", "QuotaExceededError");
  const work = vi.fn(() => Promise.reject(full));
  await expect(database.run("notes", "readonly", work)).rejects.toBe(full);
  expect(work).toHaveBeenCalledTimes(1);
});

test("forgets a connection that the browser has closed", async () => {
  const notes = openNotes();
  await notes.put("one");
  last().dispatchEvent(new FakeEvent("close"));
  expect(await notes.get()).toBe("one");
  expect(connections).toHaveLength(2);
});

test("does not keep others from deleting the database", async () => {
  const notes = openNotes();
  await notes.put("one");
  await result(indexedDB.deleteDatabase("notes"));
  expect(await notes.get()).toBeUndefined();
  await notes.put("two");
  expect(await notes.get()).toBe("two");
});
