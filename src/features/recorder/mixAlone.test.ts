import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { claimedTakeIds } from "../../audio/store/takeClaims";
import type { FinishedTake } from "../../audio/store/finishedTake";
import type { LeftMix } from "../../audio/studio/sending/takeUpload";
import { Mixes } from "../outbox/mixes";
import { Outbox } from "../outbox/outbox";
import { OutboxStore } from "../outbox/outboxStore";
import { mixAlone } from "./mixAlone";

const take: FinishedTake = {
  ...{ id: "take-1", file: new Blob(["sound"]), durationMs: 1000, peaks: [] },
  ...{ stem: null, credit: null, dropouts: 0 },
};
const whose = {
  ...{ userId: "u1", beatId: "b1", beatTitle: "Monsoon" },
  otherTakeIds: ["take-0"],
};

/** Sets up a take whose recorder was closed. The test decides how its mixing ends. */
function setUp() {
  const { promise, resolve, reject } = Promise.withResolvers<FinishedTake>();
  const cancel = vi.fn();
  const tabs = { tell: () => undefined, listen: () => () => undefined };
  const outbox = new Outbox(new OutboxStore(), tabs);
  const mixes = new Mixes();
  const onFailure = vi.fn();
  const parts = { outbox, mixes, onFailure };
  const follow = vi.fn<LeftMix["follow"]>();
  const left = { take, mixed: promise, follow, cancel };
  const over = mixAlone(left, whose, parts);
  const mixUpTo = (percent: number) => follow.mock.calls[0]?.[0](percent);
  return { ...parts, cancel, mixUpTo, over, resolve, reject };
}

const page = new EventTarget();
const isAskedToStay = () =>
  !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("window", page);
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("hands the mixed take to the outbox, together with the takes that go with it", async () => {
  const { outbox, mixes, onFailure, over, resolve } = setUp();
  expect(mixes.getAll()).toMatchObject([{ id: "take-1", userId: "u1" }]);
  resolve({ ...take, file: new Blob(["mixed sound"]) });
  await over;
  const entry = outbox.find("take-1");
  expect(entry).toMatchObject({ ...whose, percent: 0, isPaused: false });
  expect((entry && (await outbox.load(entry)))?.size).toBe(11);
  expect(mixes.getAll()).toEqual([]);
  expect(onFailure).not.toHaveBeenCalled();
});

test("no tab offers the take meanwhile, and the browser asks before the page closes", async () => {
  const { over, resolve } = setUp();
  await expect.poll(() => claimedTakeIds()).toContain("take-1");
  expect(isAskedToStay()).toBe(true);
  resolve(take);
  await over;
  await expect.poll(() => claimedTakeIds()).not.toContain("take-1");
  expect(isAskedToStay()).toBe(false);
});

test("shows how much is mixed, and goes when it is done", async () => {
  const { mixes, mixUpTo, over, resolve } = setUp();
  expect(mixes.getAll()).toMatchObject([{ percent: 0 }]);
  mixUpTo(40);
  expect(mixes.getAll()).toMatchObject([{ id: "take-1", percent: 40 }]);
  resolve(take);
  await over;
  expect(mixes.getAll()).toEqual([]);
});

test("says so if the take cannot be mixed, and lets it go", async () => {
  const { outbox, mixes, onFailure, over, reject } = setUp();
  reject(new Error("no encoder"));
  await over;
  expect(onFailure).toHaveBeenCalledTimes(1);
  expect(outbox.find("take-1")).toBeNull();
  expect(mixes.getAll()).toEqual([]);
});

test("says so if the outbox cannot store the take", async () => {
  const { outbox, onFailure, over, resolve } = setUp();
  vi.spyOn(outbox, "add").mockRejectedValue(new Error("no room"));
  resolve(take);
  await over;
  expect(onFailure).toHaveBeenCalledTimes(1);
});

test("a cancelled mix is not sent, and is no failure, even if it ends much later", async () => {
  const { outbox, mixes, cancel, onFailure, over, resolve } = setUp();
  mixes.getAll()[0]?.cancel();
  await over;
  resolve(take);
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(onFailure).not.toHaveBeenCalled();
  expect(outbox.find("take-1")).toBeNull();
  expect(mixes.getAll()).toEqual([]);
});
