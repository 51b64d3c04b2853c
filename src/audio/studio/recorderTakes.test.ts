// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeTake, request, setUp } from "../../testing/recorderWorld";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("keeps the take after a failed upload", async () => {
  const world = setUp();
  await makeTake(world);
  const limit = new Error("Verse limit reached for this beat.");
  const failing = async () => {
    throw limit;
  };
  expect(await world.recorder.upload(failing)).toBe(false);
  expect(world.recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "take-1" },
    problem: { kind: "upload", error: limit },
  });
  expect(world.store.remove).not.toHaveBeenCalled();
  expect(await world.recorder.upload(async () => undefined)).toBe(true);
});

test("keeps the take after a cancelled upload and reports no problem", async () => {
  const world = setUp();
  await makeTake(world);
  const upload = world.recorder.upload(
    (_take, { signal, onProgress }) =>
      new Promise((_resolve, reject) => {
        onProgress(30);
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(world.recorder.getState()).toMatchObject({ percent: 30 });
  world.recorder.cancelUpload();
  expect(await upload).toBe(false);
  expect(world.recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "take-1" },
    problem: null,
  });
});

test("recording again keeps the old take on the shelf", async () => {
  const world = setUp();
  await makeTake(world);
  expect(world.shelf.add).toHaveBeenCalledWith(
    expect.objectContaining({ id: "take-1" }),
    1000,
    true,
  );
  await world.recorder.again();
  expect(world.store.remove).not.toHaveBeenCalled();
  expect(world.releaseClaim).toHaveBeenCalledTimes(1);
  expect(world.recorder.getState()).toMatchObject({ phase: "idle" });
});

test("shows another take in place of the current one, and its mix again later", async () => {
  const world = setUp();
  const { recorder } = world;
  await makeTake(world);
  const state = recorder.getState();
  if (state.phase !== "stopped" || !state.take) throw new Error("no take");
  const first = state.take;
  recorder.setMix({ timingMs: -40, voice: 1 });
  recorder.show({ ...first, id: "take-0" }, false);
  expect(recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "take-0" },
    isKept: false,
    mix: { timingMs: 0 },
  });
  recorder.show(first, true);
  expect(recorder.getState()).toMatchObject({
    take: { id: "take-1" },
    isKept: true,
    mix: { timingMs: -40 },
  });
  expect(world.store.remove).not.toHaveBeenCalled();
});

test("stays idle when the take that was being opened is no longer wanted", async () => {
  const world = setUp();
  await makeTake(world);
  let open = (_: Blob[]): void => undefined;
  world.store.loadChunks.mockImplementationOnce(
    () => new Promise((resolve) => (open = resolve)),
  );
  const { userId, beatId } = request;
  const stored = { id: "old", userId, beatId, mimeType: "audio/webm" };
  const opening = world.recorder.recover({ ...stored, createdAt: 1 });
  await world.recorder.again();
  open([new Blob(["kept"])]);
  await opening;
  expect(world.recorder.getState()).toMatchObject({ phase: "idle" });
});

test("shows the take that was asked for last", async () => {
  const world = setUp();
  const stored = { userId: "u1", beatId: "b1", mimeType: "audio/webm" };
  let load = (_: Blob[]): void => undefined;
  world.store.loadChunks.mockImplementationOnce(
    () => new Promise((resolve) => (load = resolve)),
  );
  const slow = world.recorder.recover({ ...stored, id: "a", createdAt: 1 });
  await world.recorder.recover({ ...stored, id: "b", createdAt: 2 });
  load([new Blob(["kept"])]);
  await slow;
  expect(world.recorder.getState()).toMatchObject({ take: { id: "b" } });
});

test("stores how a take sounds, and a take that is opened later sounds so", async () => {
  const world = setUp();
  const { recorder } = world;
  await makeTake(world);
  const mix = { timingMs: -10, voice: 0.8, sound: "phone" } as const;
  recorder.setMix(mix);
  expect(world.shelf.keepMix).toHaveBeenCalledWith("take-1", mix);
  recorder.close();
  const stored = {
    ...{ id: "take-1", userId: "me", beatId: "beat", mimeType: "audio/webm" },
    createdAt: 1000,
  };
  await recorder.recover({ ...stored, mix });
  expect(recorder.getMix()).toEqual(mix);
  recorder.close();
  await recorder.recover(stored);
  expect(recorder.getMix()).toEqual({ timingMs: 0, voice: 1 });
});
