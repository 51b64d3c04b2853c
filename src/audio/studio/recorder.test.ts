// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CaptureError } from "../capture/takeProblem";
import type { FinishedTake } from "../store/finishedTake";
import { METER_PERIOD_MS } from "./capturing/captureSession";
import { makeTake, request, setUp } from "../../testing/recorderWorld";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("blocks playback from the click until the take stops", async () => {
  const block = vi.fn(() => world.releaseBlock);
  const world = setUp({ player: { block: () => block() } });
  const starting = world.recorder.record(request);
  expect(block).toHaveBeenCalledTimes(1);
  await starting;
  expect(world.releaseBlock).not.toHaveBeenCalled();
  await world.recorder.stop();
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
});

test("updates the meter while recording and resets it afterwards", async () => {
  const { recorder, running } = setUp();
  await recorder.record(request);
  running.elapsedMs = 1234;
  vi.advanceTimersByTime(100);
  const isClipping = false;
  expect(recorder.getMeter()).toEqual({
    elapsedMs: 1234,
    voiceLevel: 0.5,
    isClipping,
  });
  await recorder.stop();
  const atRest = { elapsedMs: 0, voiceLevel: 0, isClipping };
  expect(recorder.getMeter()).toEqual(atRest);
});

test("provides the live voice only while recording", async () => {
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

test("starts each take with an empty voice history", async () => {
  const world = setUp();
  const { recorder, running } = world;
  running.elapsedMs = 1050;
  await makeTake(world);
  await recorder.again();
  running.elapsedMs = 0;
  await recorder.record(request);
  expect(recorder.readLiveVoice()?.history.loudest(0, 5_000)).toBe(0);
});

test("counts down the beats of a count-in", async () => {
  const { recorder, count } = setUp();
  recorder.changeSettings({ hasCountIn: true });
  const opening = recorder.record(request);
  expect(recorder.getCount()).toBeNull();
  count(4);
  expect(recorder.getCount()).toBe(4);
  await opening;
  expect(recorder.getCount()).toBeNull();
});

test("closing during a count-in ends the count", async () => {
  const { recorder, count } = setUp();
  recorder.changeSettings({ hasCountIn: true });
  const opening = recorder.record(request);
  count(4);
  recorder.close();
  count(3);
  expect(recorder.getCount()).toBeNull();
  await opening;
});

test("requests no count-in from the engine when it is off", async () => {
  const { recorder, engine } = setUp();
  await recorder.record(request);
  expect(engine.start.mock.calls[0]?.[0].countIn).toBeNull();
});

test("stops at the maximum length and keeps the take", async () => {
  const { recorder, running } = setUp();
  await recorder.record(request);
  running.elapsedMs = 300_000;
  await vi.advanceTimersByTimeAsync(100);
  expect(recorder.getState()).toMatchObject({
    phase: "stopped",
    take: { durationMs: 4000 },
  });
  expect(recorder.getFacts().stopReason).toBe("length");
});

test("ends and keeps the take when the microphone goes away", async () => {
  const { recorder, interrupt } = setUp();
  await recorder.record(request);
  interrupt();
  await vi.advanceTimersByTimeAsync(0);
  expect(recorder.getState()).toMatchObject({ phase: "stopped" });
  expect(recorder.getFacts().stopReason).toBe("microphone");
});

test("ends and keeps the take when the browser puts the page to sleep", async () => {
  const { recorder } = setUp();
  await recorder.record(request);
  document.dispatchEvent(new Event("freeze"));
  await vi.advanceTimersByTimeAsync(0);
  expect(recorder.getState()).toMatchObject({ take: { id: "take-1" } });
  expect(recorder.getFacts().stopReason).toBe("frozen");
});

test("says that the microphone sends no sound until it is heard", async () => {
  const world = setUp();
  await world.recorder.record(request);
  const heard = vi.fn<() => void>();
  world.recorder.subscribe(heard);
  const asked = world.engine.start.mock.lastCall?.[0];
  asked?.onSilence(true);
  expect(world.recorder.getFacts().isSilent).toBe(true);
  expect(heard).toHaveBeenCalledTimes(1);
  asked?.onSilence(false);
  expect(world.recorder.getFacts().isSilent).toBe(false);
});

test("remembers that the system switched to another microphone during a take", async () => {
  const world = setUp();
  await world.recorder.record(request);
  expect(world.recorder.getFacts().isSwitched).toBe(false);
  world.engine.start.mock.lastCall?.[0].onSwitch();
  expect(world.recorder.getFacts().isSwitched).toBe(true);
  await world.recorder.stop();
  expect(world.recorder.getFacts().isSwitched).toBe(true);
});

test.each(["fails", "succeeds"])(
  "a take whose finish %s after the recorder was closed leaves the next one alone",
  async (outcome) => {
    let end = () => {};
    const finish = (id: string) =>
      new Promise<FinishedTake>((resolve, reject) => {
        const take = { id, file: new Blob(), durationMs: 1, peaks: [1] };
        end = () =>
          outcome === "fails"
            ? reject(new Error("broken file"))
            : resolve({ ...take, stem: null, credit: null, dropouts: 0 });
      });
    const { recorder } = setUp({ finish });
    await recorder.record(request);
    const stopping = recorder.stop();
    await vi.advanceTimersByTimeAsync(0);
    recorder.close();
    await recorder.record(request);
    end();
    await stopping;
    expect(recorder.getState()).toMatchObject({ phase: "recording" });
    expect(recorder.readLiveVoice()).not.toBeNull();
  },
);

test("gives no reason for a take that the rapper stopped", async () => {
  const world = setUp();
  await makeTake(world);
  expect(world.recorder.getFacts().stopReason).toBeNull();
});

test.each([
  [new CaptureError({ kind: "beat" }, null), "beat"],
  [new CaptureError({ kind: "microphone" }, null), "microphone"],
  [new DOMException("", "NotSupportedError"), "recorder"],
])(
  "reports opening that fails with %s as a problem of the %s",
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

test("stops opening when the browser cannot make an id", async () => {
  const onOpenFailure = vi.fn();
  const error = new TypeError("crypto.randomUUID is not a function");
  const makeId = () => {
    throw error;
  };
  const { recorder, releaseBlock } = setUp({ makeId, onOpenFailure });
  await recorder.record(request);
  expect(recorder.getState()).toMatchObject({
    isOpening: false,
    problem: { kind: "recorder" },
  });
  expect(onOpenFailure).toHaveBeenCalledWith(error);
  expect(releaseBlock).toHaveBeenCalledTimes(1);
});

test("closing while the microphone opens stops the capture as soon as it starts", async () => {
  const world = setUp();
  const starting = world.recorder.record(request);
  world.recorder.close();
  await starting;
  expect(world.running.isStopped).toBe(true);
});

const lead = {
  ...{ url: "/files/verse", fromMs: 0, toMs: 8_000, isOnBar: true },
  loudness: undefined,
};

test("asks for the end of the answered verse, unless that is switched off", async () => {
  const { recorder, engine } = setUp();
  await recorder.record({ ...request, lead });
  expect(engine.start.mock.lastCall?.[0].lead).toMatchObject({ verse: lead });
});

test("asks for no lead when it is switched off", async () => {
  const { recorder, engine } = setUp();
  recorder.changeSettings({ hasVerseLead: false });
  await recorder.record({ ...request, lead });
  expect(engine.start.mock.lastCall?.[0].lead).toBeNull();
});

test("says that the answered verse could not be loaded, until the next take", async () => {
  const { recorder, engine } = setUp();
  await recorder.record({ ...request, lead });
  expect(recorder.getFacts().isLeadMissing).toBe(false);
  engine.start.mock.lastCall?.[0].lead?.onMissing();
  expect(recorder.getFacts().isLeadMissing).toBe(true);
});
