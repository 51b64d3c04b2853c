import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { claimTake, unlessClaimed } from "../../audio/store/takeClaims";
import { type SetAside, TakeStore } from "../../audio/store/takeStore";
import type { OutboxEntry } from "./entry";
import { setTakesAside } from "./setTakesAside";

const entry = (changes: Partial<OutboxEntry>): OutboxEntry => ({
  ...{ id: "sent", userId: "u1", beatId: "b1", beatTitle: "Monsoon" },
  ...{ mimeType: "audio/webm", peaks: [1], durationMs: 1000, createdAt: 1 },
  ...{ percent: 0, isPaused: false, problem: null, uploadId: null },
  ...{ extras: {}, ...changes },
});

/** A device with takes, some of which are in the outbox too. */
async function setUp(takeIds: readonly string[], inOutbox: string[] = []) {
  const takes = new TakeStore();
  for (const [place, id] of takeIds.entries()) {
    const whose = { id, userId: "u1", beatId: "b1" };
    const take = { ...whose, mimeType: "audio/webm", createdAt: -place };
    await takes.begin(take, new Blob(["sound"]));
  }
  await takes.update("starred", { isStarred: true });
  const outbox = {
    find: (id: string) => (inOutbox.includes(id) ? entry({ id }) : null),
  };
  const left = async () =>
    (await takes.list("u1", "b1")).map(({ id }) => id).sort();
  return { takes, outbox, unlessClaimed, left };
}

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the sent take and those beside it, also starred ones, wait no longer, and all stay on the device", async () => {
  const world = await setUp(["sent", "other", "starred", "later"]);
  await setTakesAside(world, entry({ otherTakeIds: ["other", "starred"] }));
  expect(await world.left()).toEqual(["later"]);
  const all = await world.takes.listAll("u1");
  expect(all.map(({ id, setAside }) => [id, setAside])).toEqual([
    ["sent", "published"],
    ["other", "beside"],
    ["starred", "beside"],
    ["later", undefined],
  ]);
});

test("an entry of an older version takes no others along", async () => {
  const world = await setUp(["sent", "other"]);
  await setTakesAside(world, entry({}));
  expect(await world.left()).toEqual(["other"]);
});

test("a take that is open in a recorder still waits", async () => {
  const world = await setUp(["sent", "open", "other"]);
  const release = claimTake("open");
  await setTakesAside(world, entry({ otherTakeIds: ["open", "other"] }));
  expect(await world.left()).toEqual(["open"]);
  release();
});

test("a take that is in the outbox itself still waits, because it may be taken back", async () => {
  const world = await setUp(["sent", "waiting", "other"], ["sent", "waiting"]);
  await setTakesAside(world, entry({ otherTakeIds: ["waiting", "other"] }));
  expect(await world.left()).toEqual(["waiting"]);
});

test("where nobody knows what is open, the others still wait", async () => {
  vi.stubGlobal("navigator", {});
  const world = await setUp(["sent", "other"]);
  await setTakesAside(world, entry({ otherTakeIds: ["other"] }));
  expect(await world.left()).toEqual(["other"]);
});

test("the sent take leaves the outbox even if another one cannot be set aside", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const world = await setUp(["sent", "stuck", "other"]);
  const store = world.takes;
  const setAside = (id: string, why: SetAside) =>
    id === "stuck"
      ? Promise.reject(new Error("broken"))
      : store.setAside(id, why);
  const takes = { setAside };
  const others = { otherTakeIds: ["stuck", "other"] };
  await setTakesAside({ ...world, takes }, entry(others));
  expect(await world.left()).toEqual(["stuck"]);
});
