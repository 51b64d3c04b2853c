import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CaptureError } from "./captureEngine";
import { METER_PERIOD_MS, SendError } from "./recorder";
import { makeTake, request, setUp } from "./recorderWorld";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("playback is blocked from the click until the take is stopped", async () => {
  const block = vi.fn(() => world.releaseBlock);
  const world = setUp({ player: { block: () => block() } });
  const starting = world.recorder.record(request);
  expect(block).toHaveBeenCalledTimes(1);
  await starting;
  expect(world.releaseBlock).not.toHaveBeenCalled();
  await world.recorder.stop();
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
});

test("what is captured is kept at once, second by second", async () => {
  const { recorder, store, speak } = setUp();
  await recorder.record(request);
  speak();
  speak();
  expect(store.begin).toHaveBeenCalledTimes(1);
  expect(store.begin).toHaveBeenCalledWith({
    id: "take-1",
    userId: "u1",
    beatId: "b1",
    mimeType: "audio/webm;codecs=opus",
    createdAt: 1000,
    credit: request.credit,
  });
  expect(store.append.mock.calls.map((call) => call.slice(0, 2))).toEqual([
    ["take-1", 0],
    ["take-1", 1],
  ]);
});

test("a take knows whose beat it is over, also when another tab opens it", async () => {
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

test("a store that fails does not end the take", async () => {
  const onStoreFailure = vi.fn();
  const world = setUp({ onStoreFailure });
  world.store.append.mockRejectedValue(new Error("disk full"));
  await makeTake(world);
  expect(onStoreFailure).toHaveBeenCalled();
  expect(world.recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "take-1" },
  });
});

test("the meter moves while recording and rests afterwards", async () => {
  const { recorder, running } = setUp();
  await recorder.record(request);
  running.elapsedMs = 1234;
  vi.advanceTimersByTime(100);
  expect(recorder.getMeter()).toEqual({ elapsedMs: 1234, voiceLevel: 0.5 });
  await recorder.stop();
  expect(recorder.getMeter()).toEqual({ elapsedMs: 0, voiceLevel: 0 });
});

test("while recording, and only then, the voice can be followed on the beat", async () => {
  const { recorder, running } = setUp();
  expect(recorder.readLiveVoice()).toBeNull();
  await recorder.record(request);
  running.elapsedMs = 1050;
  vi.advanceTimersByTime(METER_PERIOD_MS);
  running.elapsedMs = 1060;
  const voice = recorder.readLiveVoice();
  expect(voice).toMatchObject({ atMs: 1010, loopMs: 5_000 });
  expect(voice?.history.loudest(950, 975)).toBe(0.2);
  expect(voice?.history.loudest(975, 1000)).toBe(0.5);
  await recorder.stop();
  expect(recorder.readLiveVoice()).toBeNull();
});

test("the next take begins without the voice of the last", async () => {
  const world = setUp();
  const { recorder, running } = world;
  running.elapsedMs = 1050;
  await makeTake(world);
  await recorder.again();
  running.elapsedMs = 0;
  await recorder.record(request);
  expect(recorder.readLiveVoice()?.history.loudest(0, 5_000)).toBe(0);
});

test("a take that is counted in says how many beats are left until it begins", async () => {
  const { recorder, count } = setUp();
  const opening = recorder.record({ ...request, hasCountIn: true });
  expect(recorder.getCount()).toBeNull();
  count(4);
  expect(recorder.getCount()).toBe(4);
  await opening;
  expect(recorder.getCount()).toBeNull();
});

test("closing while a take is counted in ends the count", async () => {
  const { recorder, count } = setUp();
  const opening = recorder.record({ ...request, hasCountIn: true });
  count(4);
  recorder.close();
  count(3);
  expect(recorder.getCount()).toBeNull();
  await opening;
});

test("levels that are moved while a take is counted in hold from its beginning", async () => {
  const { recorder, setLevels } = setUp();
  const opening = recorder.record({ ...request, hasCountIn: true });
  recorder.setLevels({ voice: 0.5, beat: 0.3 });
  await opening;
  expect(setLevels).toHaveBeenLastCalledWith({ voice: 0.5, beat: 0.3 });
});

test("without a count-in the engine is not asked for one", async () => {
  const { recorder, engine } = setUp();
  await recorder.record(request);
  expect(engine.start.mock.calls[0]?.[0].countIn).toBeNull();
});

test("a take that reaches the greatest length stops by itself and is kept", async () => {
  const { recorder, running } = setUp();
  await recorder.record(request);
  running.elapsedMs = 300_000;
  await vi.advanceTimersByTimeAsync(100);
  expect(recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { durationMs: 4000 },
  });
});

test("a microphone that goes away ends the take and keeps it", async () => {
  const { recorder, interrupt } = setUp();
  await recorder.record(request);
  interrupt();
  await vi.advanceTimersByTimeAsync(0);
  expect(recorder.getState()).toMatchObject({ phase: "stopped" });
});

test.each([
  [new CaptureError({ kind: "beat" }, null), "beat"],
  [new CaptureError({ kind: "microphone" }, null), "microphone"],
  [new Error("no recorder"), "microphone"],
])(
  "when opening fails with %s the person reads about the %s",
  async (error, kind) => {
    const world = setUp();
    world.engine.start.mockRejectedValueOnce(error);
    await world.recorder.record(request);
    expect(world.recorder.getState()).toEqual({
      phase: "idle",
      isOpening: false,
      problem: { kind },
    });
    expect(world.releaseBlock).toHaveBeenCalledTimes(1);
    expect(world.releaseClaim).toHaveBeenCalledTimes(1);
  },
);

test("a take leaves the store when it is on the server, not before", async () => {
  const world = setUp();
  await makeTake(world);
  const sent = vi.fn(async () => {
    expect(world.store.remove).not.toHaveBeenCalled();
  });
  expect(await world.recorder.upload(sent)).toBe(true);
  expect(world.store.remove).toHaveBeenCalledWith("take-1");
  expect(world.recorder.getState()).toMatchObject({ phase: "idle" });
});

test("a failed upload keeps the take for another try", async () => {
  const world = setUp();
  await makeTake(world);
  const limit = "Verse limit reached for this beat.";
  const failing = async () => {
    throw new SendError(limit, null);
  };
  expect(await world.recorder.upload(failing)).toBe(false);
  expect(world.recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "take-1" },
    problem: { kind: "upload", message: limit },
  });
  expect(world.store.remove).not.toHaveBeenCalled();
  expect(await world.recorder.upload(async () => undefined)).toBe(true);
});

test("cancelling an upload keeps the take and shows no problem", async () => {
  const world = setUp();
  await makeTake(world);
  const upload = world.recorder.upload(
    (_take, { signal, onProgress }) =>
      new Promise((_resolve, reject) => {
        onProgress(30);
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  expect(world.recorder.getState()).toMatchObject({ percent: 30 });
  world.recorder.cancelUpload();
  expect(await upload).toBe(false);
  expect(world.recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "take-1" },
    problem: null,
  });
});

test("recording again throws the old take away", async () => {
  const world = setUp();
  await makeTake(world);
  await world.recorder.again();
  expect(world.store.remove).toHaveBeenCalledWith("take-1");
  expect(world.releaseClaim).toHaveBeenCalledTimes(1);
  expect(world.recorder.getState()).toMatchObject({ phase: "idle" });
});

test("a take left behind by another tab is opened from its chunks", async () => {
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
  await world.recorder.upload(async () => undefined);
  expect(world.store.remove).toHaveBeenCalledWith("old");
});

test("closing in the middle of a take stops the capture and keeps what there is", async () => {
  const world = setUp();
  await world.recorder.record(request);
  world.speak();
  world.recorder.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.running.isStopped).toBe(true);
  expect(world.engine.close).toHaveBeenCalledTimes(1);
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
  expect(world.store.remove).not.toHaveBeenCalled();
});

test("closing while the microphone opens ends the capture as soon as it begins", async () => {
  const world = setUp();
  const starting = world.recorder.record(request);
  world.recorder.close();
  await starting;
  expect(world.running.isStopped).toBe(true);
});

test("a recording that cannot be read is told and stays in the store", async () => {
  const world = setUp({ finish: () => Promise.reject(new Error("damaged")) });
  await makeTake(world);
  expect(world.recorder.getState()).toMatchObject({
    phase: "idle",
    problem: { kind: "take" },
  });
  expect(world.store.remove).not.toHaveBeenCalled();
  expect(world.releaseClaim).toHaveBeenCalledTimes(1);
});
