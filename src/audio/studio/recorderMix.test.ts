// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OutOfReachError } from "../../lib/outOfReach";
import {
  block,
  makeTake,
  request,
  setUp,
  stem,
} from "../../testing/recorderWorld";
import type { RecorderParts } from "./recorderParts";
import { IDLE } from "./takeState";
import type { TakeOver } from "./sending/takeUpload";

const moved = { timingMs: -40, voice: 1 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("stores the voice block by block, next to the mix", async () => {
  const world = setUp();
  await world.recorder.record(request);
  world.beginStem();
  world.sing();
  world.sing();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.stems.begin).toHaveBeenCalledWith("take-1", stem.info, 1000);
  expect(world.stems.append.mock.calls).toEqual([
    ["take-1", 0, block],
    ["take-1", 1, block],
  ]);
});

test("keeps the voice in memory when there is no room to store it", async () => {
  const world = setUp();
  world.stems.begin.mockResolvedValue(false);
  await world.recorder.record(request);
  world.beginStem();
  world.sing();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.stems.append).not.toHaveBeenCalled();
  await world.recorder.stop();
  expect(world.recorder.getState()).toMatchObject({ take: { stem } });
});

test("mixes an unchanged take too, to the level of all verses", async () => {
  const world = setUp();
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  const send = vi.fn(async () => undefined);
  expect(await world.recorder.upload(send)).toBe(true);
  expect(world.mixer.render).toHaveBeenCalledTimes(1);
  expect(world.rememberTiming).not.toHaveBeenCalled();
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ peaks: [1] }),
    expect.anything(),
  );
});

test("sends an unchanged take as recorded if it cannot be mixed", async () => {
  const onMixFailure = vi.fn();
  const world = setUp({ onMixFailure });
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  world.engine.loadBeatFile.mockRejectedValue(new Error("the beat is gone"));
  const send = vi.fn(async () => undefined);
  expect(await world.recorder.upload(send)).toBe(true);
  expect(onMixFailure).toHaveBeenCalledTimes(1);
  expect(world.rememberTiming).not.toHaveBeenCalled();
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ peaks: [255] }),
    expect.anything(),
  );
});

test("does not send a take that could not be mixed without a connection", async () => {
  const world = setUp();
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  world.mixer.render.mockRejectedValueOnce(new OutOfReachError());
  const send = vi.fn(async () => undefined);
  expect(await world.recorder.upload(send)).toBe(false);
  expect(send).not.toHaveBeenCalled();
  expect(world.recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "take-1" },
    problem: { kind: "connection" },
  });
  expect(await world.recorder.upload(send)).toBe(true);
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ peaks: [1] }),
    expect.anything(),
  );
});

test("saves an unchanged take as recorded without a connection", async () => {
  const world = setUp();
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  world.engine.loadBeatFile.mockRejectedValue(new OutOfReachError());
  const state = world.recorder.getState();
  const take = "take" in state ? state.take : null;
  if (!take) throw new Error("there is no take");
  const { signal } = new AbortController();
  expect(await world.recorder.mixed(take, signal)).toBe(take);
});

test("remixes a moved voice before sending it and remembers the timing", async () => {
  const world = setUp();
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  world.recorder.setMix(moved);
  const send = vi.fn(async () => {
    expect(world.recorder.getState()).toMatchObject({ isMixing: false });
  });
  const sending = world.recorder.upload(send);
  expect(world.recorder.getState()).toMatchObject({ isMixing: true });
  expect(await sending).toBe(true);
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ id: "take-1", peaks: [1] }),
    expect.anything(),
  );
  expect(world.rememberTiming).toHaveBeenCalledWith(stem, -40);
  expect(world.recorder.getMix()).toEqual({ timingMs: 0, voice: 1 });
});

test("keeps the take when it cannot be remixed", async () => {
  const world = setUp();
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  world.recorder.setMix(moved);
  world.mixer.render.mockRejectedValueOnce(new Error("no encoder"));
  const send = vi.fn(async () => undefined);
  expect(await world.recorder.upload(send)).toBe(false);
  expect(send).not.toHaveBeenCalled();
  expect(world.recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { id: "take-1", peaks: [255] },
    problem: { kind: "mix" },
  });
});

test("reports no problem when cancelled while remixing", async () => {
  const world = setUp();
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  world.recorder.setMix(moved);
  world.mixer.render.mockImplementationOnce(async () => {
    world.recorder.cancelUpload();
    throw new Error("aborted");
  });
  expect(await world.recorder.upload(async () => undefined)).toBe(false);
  expect(world.recorder.getState()).toMatchObject({ problem: null });
});

/** Uploads a take with a voice, and closes the recorder while it is mixed. */
async function closeWhileMixing(world: ReturnType<typeof setUp>) {
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  world.recorder.setMix(moved);
  const send = vi.fn(async () => undefined);
  const takeOver = vi.fn<TakeOver>();
  const sending = world.recorder.upload(send, takeOver);
  world.recorder.close();
  expect(await sending).toBe(false);
  expect(send).not.toHaveBeenCalled();
  expect(world.recorder.getState()).toEqual(IDLE);
  return takeOver.mock.calls.map(([left]) => left);
}

test("goes on with mixing when it is closed, and hands over the result", async () => {
  const [left] = await closeWhileMixing(setUp());
  expect(left?.take).toMatchObject({ id: "take-1", peaks: [255] });
  expect(await left?.mixed).toMatchObject({ id: "take-1", peaks: [1] });
});

test("says how much is mixed, and begins anew when it sends", async () => {
  const openMixer = vi.fn<RecorderParts["openMixer"]>();
  const world = setUp({ openMixer });
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  const seen: unknown[] = [];
  const note = () => seen.push(world.recorder.getState());
  openMixer.mockImplementation(async (_stem, _file, onProgress) => {
    onProgress?.(0.5);
    note();
    return world.mixer;
  });
  world.mixer.render.mockImplementationOnce(
    async (take, _mix, _signal, onProgress) => {
      onProgress?.(0.5);
      note();
      return take;
    },
  );
  await world.recorder.upload(async () => void note());
  expect(seen).toMatchObject([
    { isMixing: true, percent: 12 },
    { isMixing: true, percent: 62 },
    { isMixing: false, percent: 0 },
  ]);
});

test("a mix that was handed over says how much is mixed", async () => {
  const world = setUp();
  const going = Promise.withResolvers<void>();
  world.mixer.render.mockImplementationOnce(
    async (take, _mix, _signal, onProgress) => {
      onProgress?.(0.25);
      await going.promise;
      onProgress?.(0.75);
      return take;
    },
  );
  world.recorder.prepare(request.beatUrl);
  await makeTake(world);
  const takeOver = vi.fn<TakeOver>();
  void world.recorder.upload(async () => undefined, takeOver);
  await vi.waitFor(() =>
    expect(world.recorder.getState()).toMatchObject({ percent: 43 }),
  );
  world.recorder.close();
  const percents: number[] = [];
  takeOver.mock.calls[0]?.[0].follow((percent) => percents.push(percent));
  going.resolve();
  await takeOver.mock.calls[0]?.[0].mixed;
  expect(percents).toEqual([43, 81]);
  expect(world.recorder.getState()).toEqual(IDLE);
});

test("a mix that was handed over can be cancelled", async () => {
  const world = setUp();
  let signal: AbortSignal | null = null;
  world.mixer.render.mockImplementationOnce(async (take, _mix, given) => {
    signal = given;
    return take;
  });
  const [left] = await closeWhileMixing(world);
  expect(signal).toMatchObject({ aborted: false });
  left?.cancel();
  expect(signal).toMatchObject({ aborted: true });
});

test("a mix that was handed over and fails does not disturb the next take", async () => {
  const world = setUp();
  world.mixer.render.mockRejectedValueOnce(new Error("no encoder"));
  const [left] = await closeWhileMixing(world);
  await expect(left?.mixed).rejects.toThrow("no encoder");
  expect(world.recorder.getState()).toEqual(IDLE);
  await makeTake(world);
  expect(await world.recorder.upload(async () => undefined)).toBe(true);
});

test("closing cancels the mixing of a take that is only in memory", async () => {
  const world = setUp();
  world.store.begin.mockRejectedValue(new Error("full"));
  world.store.append.mockRejectedValue(new Error("full"));
  world.mixer.render.mockImplementationOnce(async (take, _mix, signal) => {
    signal.throwIfAborted();
    return take;
  });
  expect(await closeWhileMixing(world)).toEqual([]);
});

test("recovers a take with its voice, or without if that is damaged", async () => {
  const stored = {
    id: "old",
    userId: "u1",
    beatId: "b1",
    mimeType: "audio/webm",
    createdAt: 1,
  };
  const whole = setUp();
  await whole.recorder.recover(stored);
  expect(whole.recorder.getState()).toMatchObject({ take: { stem } });
  const damaged = setUp();
  damaged.stems.load.mockRejectedValue(new Error("damaged"));
  await damaged.recorder.recover(stored);
  expect(damaged.recorder.getState()).toMatchObject({ take: { stem: null } });
});
