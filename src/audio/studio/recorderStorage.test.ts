// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeTake, request, setUp } from "../../testing/recorderWorld";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("stores each chunk as it is captured", async () => {
  const { recorder, store, speak } = setUp();
  await recorder.record(request);
  speak();
  speak();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.begin).toHaveBeenCalledTimes(1);
  const take = {
    id: "take-1",
    userId: "u1",
    beatId: "b1",
    mimeType: "audio/webm;codecs=opus",
    createdAt: 1000,
    credit: request.credit,
  };
  expect(store.begin).toHaveBeenCalledWith(take, new Blob(["x"]));
  expect(store.append.mock.calls.map((call) => call.slice(0, 2))).toEqual([
    ["take-1", 1],
  ]);
  expect(recorder.getIsKept()).toBe(true);
});

test("keeps the credit of a take, also when it is recovered", async () => {
  const world = setUp();
  await makeTake(world);
  expect(world.recorder.getState()).toMatchObject({
    take: { credit: request.credit },
  });

  const { userId, beatId, credit } = request;
  const stored = { id: "old", userId, beatId, mimeType: "audio/webm" };
  const { recorder: later } = setUp();
  await later.recover({ ...stored, createdAt: 1, credit });
  expect(later.getState()).toMatchObject({ take: { credit } });

  const { recorder: muchLater } = setUp();
  await muchLater.recover({ ...stored, createdAt: 1 });
  expect(muchLater.getState()).toMatchObject({ take: { credit: null } });
});

test("does not end the take when storing fails", async () => {
  const onStoreFailure = vi.fn();
  const world = setUp({ onStoreFailure });
  world.store.append.mockRejectedValue(new Error("disk full"));
  const taking = world.recorder.record(request);
  await taking;
  for (let chunk = 0; chunk < 4; chunk += 1) world.speak();
  await vi.advanceTimersByTimeAsync(0);
  await world.recorder.stop();
  expect(onStoreFailure).toHaveBeenCalledTimes(1);
  // Storing is tried once during the take, and once more when the take stops.
  expect(world.store.append).toHaveBeenCalledTimes(2);
  expect(world.recorder.getIsKept()).toBe(false);
  expect(world.recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "take-1" },
  });
  await world.recorder.again();
  await world.recorder.record(request);
  expect(world.recorder.getIsKept()).toBe(true);
});

test("says at once that part of the take is not kept, and continues recording", async () => {
  const { recorder, store, speak } = setUp();
  const full = new DOMException("disk full", "QuotaExceededError");
  store.append.mockRejectedValue(full);
  await recorder.record(request);
  speak();
  speak();
  await vi.advanceTimersByTimeAsync(0);
  expect(recorder.getState()).toEqual({ phase: "recording", isKept: false });
  expect(recorder.getFacts().storeProblem).toBe("full");
});

test("does not say that a take is kept while the device has not confirmed it", async () => {
  const world = setUp();
  let confirm = (_: { chunks: number; bytes: number }): void => undefined;
  world.store.measure.mockImplementation(
    () => new Promise((resolve) => (confirm = resolve)),
  );
  const taking = makeTake(world);
  await vi.advanceTimersByTimeAsync(100);
  expect(world.recorder.getState()).toMatchObject({ take: null });
  await vi.advanceTimersByTimeAsync(3_000);
  await taking;
  expect(world.recorder.getState()).toMatchObject({
    take: { id: "take-1" },
    isKept: false,
  });
  confirm({ chunks: 1, bytes: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(world.recorder.getIsKept()).toBe(true);
});

test("a take stays in the store after it was sent", async () => {
  const world = setUp();
  await makeTake(world);
  expect(await world.recorder.upload(async () => undefined)).toBe(true);
  expect(world.store.remove).not.toHaveBeenCalled();
  expect(world.recorder.getState()).toMatchObject({ phase: "idle" });
});

test("recovers a take of another tab from its chunks", async () => {
  const world = setUp();
  await world.recorder.recover({
    id: "old",
    userId: "u1",
    beatId: "b1",
    mimeType: "audio/webm",
    createdAt: 1,
  });
  expect(world.recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "old" },
  });
  expect(await world.recorder.upload(async () => undefined)).toBe(true);
});

test("stores the rest of an earlier take once there is room", async () => {
  const world = setUp();
  const { begin } = world.store;
  const storing = begin.getMockImplementation() ?? (async () => undefined);
  begin.mockRejectedValue(new Error("disk full"));
  await makeTake(world);
  expect(world.recorder.getIsKept()).toBe(false);
  await world.recorder.again();
  begin.mockImplementation(storing);
  await world.recorder.storeRest("another");
  expect(world.shelf.setKept).toHaveBeenLastCalledWith("take-1", true);
});

test("closing during a take stops the capture and keeps what was stored", async () => {
  const world = setUp();
  await world.recorder.record(request);
  world.speak();
  world.running.elapsedMs = 2_000;
  await vi.advanceTimersByTimeAsync(100);
  world.recorder.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.running.isStopped).toBe(true);
  expect(world.engine.close).toHaveBeenCalledTimes(1);
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
  expect(world.store.remove).not.toHaveBeenCalled();
});

test("hands over an unreadable recording as it is, logs the cause and keeps it in the store", async () => {
  const damaged = new Error("damaged");
  const onFinishFailure = vi.fn();
  const world = setUp({
    finish: () => Promise.reject(damaged),
    onFinishFailure,
  });
  await makeTake(world);
  const state = world.recorder.getState();
  expect(state).toMatchObject({
    phase: "idle",
    problem: {
      kind: "take",
      recording: { file: { type: "audio/webm" }, credit: request.credit },
    },
  });
  expect(onFinishFailure).toHaveBeenCalledWith(damaged);
  expect(world.store.remove).not.toHaveBeenCalled();
  expect(world.releaseClaim).toHaveBeenCalledTimes(1);
});

test.each([
  ["deletes a take that has just begun", 900, false],
  ["keeps a take of a second", 1_000, true],
])("closing %s", async (_, elapsedMs, isKept) => {
  const world = setUp();
  expect(world.recorder.getIsWorthKeeping()).toBe(false);
  await world.recorder.record(request);
  world.speak();
  world.running.elapsedMs = elapsedMs;
  await vi.advanceTimersByTimeAsync(100);
  expect(world.recorder.getIsWorthKeeping()).toBe(isKept);
  world.recorder.close();
  await vi.advanceTimersByTimeAsync(100);
  expect(world.running.isStopped).toBe(true);
  expect(world.store.begin).toHaveBeenCalledTimes(1);
  expect(world.store.remove.mock.calls).toEqual(isKept ? [] : [["take-1"]]);
  // The claim of the deletion ends too.
  expect(world.releaseClaim).toHaveBeenCalledTimes(isKept ? 1 : 2);
});
