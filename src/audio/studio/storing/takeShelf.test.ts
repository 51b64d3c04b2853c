import { beforeEach, expect, test, vi } from "vitest";
import type { FinishedTake } from "../../store/finishedTake";
import type { SetAside, StoredTake, TakeDetails } from "../../store/takeStore";
import { TakeShelf } from "./takeShelf";

const rows = new Map<string, StoredTake>();
const claims = new Set<string>();
const elsewhere = new Set<string>();
const store = {
  list: async () => [...rows.values()],
  update: async (id: string, details: TakeDetails) => {
    const row = rows.get(id);
    if (row) rows.set(id, { ...row, ...details });
  },
  setAside: async (id: string, setAside: SetAside) => {
    const row = rows.get(id);
    if (row) rows.set(id, { ...row, setAside });
  },
  measure: async () => ({ chunks: 30, bytes: 480_000 }),
  remove: vi.fn(async (id: string) => {
    rows.delete(id);
  }),
};
const onFailure = vi.fn<(error: unknown) => void>();

function stored(id: string, createdAt: number, details: TakeDetails = {}) {
  const row = { id, userId: "u1", beatId: "b1", mimeType: "audio/webm" };
  rows.set(id, { ...row, createdAt, ...details });
}

function taken(id: string): FinishedTake {
  return {
    id,
    file: new Blob(["sound"]),
    durationMs: 4_000,
    peaks: [],
    stem: null,
    credit: null,
    dropouts: 0,
  };
}

function makeShelf() {
  return new TakeShelf({
    store,
    stems: { measure: async () => 20_000 },
    claim: (id) => {
      claims.add(id);
      return () => claims.delete(id);
    },
    claimedIds: async () => elsewhere,
    onFailure,
  });
}

const ids = (shelf: TakeShelf) => shelf.getTakes().map(({ id }) => id);

beforeEach(() => {
  rows.clear();
  claims.clear();
  elsewhere.clear();
  vi.clearAllMocks();
});

test("lists the stored takes, oldest first, and claims them", async () => {
  stored("b", 2, { durationMs: 7_000, bytes: 5, isStarred: true });
  stored("a", 1);
  stored("open in another tab", 3);
  elsewhere.add("open in another tab");
  const shelf = makeShelf();
  await shelf.open("u1", "b1");
  expect(shelf.getTakes()).toEqual([
    {
      id: "a",
      createdAt: 1,
      durationMs: 30_000,
      bytes: 500_000,
      isStarred: false,
      isKept: true,
    },
    {
      id: "b",
      createdAt: 2,
      durationMs: 7_000,
      bytes: 5,
      isStarred: true,
      isKept: true,
    },
  ]);
  expect([...claims].sort()).toEqual(["a", "b"]);
  shelf.close();
  expect(claims.size).toBe(0);
  expect(rows.size).toBe(3);
});

test("claims nothing once it is closed, even if it was still opening", async () => {
  stored("a", 1);
  const shelf = makeShelf();
  const opening = shelf.open("u1", "b1");
  shelf.close();
  await opening;
  expect(claims.size).toBe(0);
  expect(ids(shelf)).toEqual([]);
});

test("shows nothing if it is closed while it measures its takes", async () => {
  stored("a", 1);
  const shelf = makeShelf();
  vi.spyOn(store, "measure").mockImplementationOnce(async () => {
    shelf.close();
    return { chunks: 1, bytes: 1 };
  });
  await shelf.open("u1", "b1");
  expect(claims.size).toBe(0);
  expect(ids(shelf)).toEqual([]);
});

test("opens again after it was closed while it opened", async () => {
  stored("a", 1);
  const shelf = makeShelf();
  const first = shelf.open("u1", "b1");
  shelf.close();
  await Promise.all([first, shelf.open("u1", "b1")]);
  expect([...claims]).toEqual(["a"]);
  expect(ids(shelf)).toEqual(["a"]);
});

test("remembers stars, lengths and sizes for the next visit", async () => {
  const shelf = makeShelf();
  stored("a", 1);
  shelf.add(taken("a"), 1, true);
  shelf.star("a", true);
  await expect
    .poll(() => rows.get("a"))
    .toMatchObject({
      durationMs: 4_000,
      bytes: 5,
      isStarred: true,
    });
});

test("has a take that is not kept in memory, until it is stored", async () => {
  const shelf = makeShelf();
  await shelf.open("u1", "b1");
  const take = taken("a");
  shelf.add(take, 1, false);
  shelf.star("a", true);
  expect(await shelf.source("a")).toEqual({ from: "memory", take });
  stored("a", 1);
  shelf.setKept("a", true);
  expect(await shelf.source("a")).toMatchObject({ from: "store" });
  await expect.poll(() => rows.get("a")?.isStarred).toBe(true);
});

test("deletes one take, and all of them once one is published", async () => {
  for (const id of ["a", "b", "c"]) stored(id, rows.size);
  const shelf = makeShelf();
  await shelf.open("u1", "b1");
  await shelf.remove("b");
  expect(ids(shelf)).toEqual(["a", "c"]);
});

test("publishing a take empties the shelf, except of what is on its way, and deletes nothing", async () => {
  for (const id of ["a", "b", "c"]) stored(id, rows.size);
  const shelf = makeShelf();
  await shelf.open("u1", "b1");
  await shelf.setAside("c", (id) => id === "b");
  expect(ids(shelf)).toEqual(["b"]);
  const asides = [...rows.values()].map(({ setAside }) => setAside);
  expect(asides).toEqual(["beside", undefined, "published"]);
});

test("keeps a take that the device refuses to delete", async () => {
  stored("a", 1);
  const shelf = makeShelf();
  await shelf.open("u1", "b1");
  store.remove.mockRejectedValueOnce(new Error("broken"));
  await expect(shelf.remove("a")).rejects.toThrow("broken");
  expect(ids(shelf)).toEqual(["a"]);
});

test("has no source for a take that is gone", async () => {
  stored("a", 1);
  const shelf = makeShelf();
  await shelf.open("u1", "b1");
  rows.clear();
  expect(await shelf.source("a")).toBeNull();
});
