import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { block, makeTake, request, setUp, stem } from "./recorderWorld";

const moved = { timingMs: -40, voice: 1 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the voice is kept beside the mix, block by block", async () => {
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

test("where there is no room the voice is kept for this visit only", async () => {
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

test("a take whose voice was not moved is sent as it was recorded", async () => {
  const world = setUp();
  await makeTake(world);
  const send = vi.fn(async () => undefined);
  await world.recorder.upload(send);
  expect(world.engine.loadBeatFile).not.toHaveBeenCalled();
  expect(world.mixer.render).not.toHaveBeenCalled();
  expect(world.rememberTiming).not.toHaveBeenCalled();
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ peaks: [255] }),
    expect.anything(),
  );
});

test("a moved voice is mixed before it is sent, and remembered", async () => {
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

test("a voice that cannot be mixed leaves the take as it was", async () => {
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

test("an upload that is cancelled while it is mixed shows no problem", async () => {
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

test("a recovered take has its voice; one that is damaged comes without", async () => {
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
