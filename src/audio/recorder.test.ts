import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CaptureError } from "./captureEngine";
import {
  METER_PERIOD_MS,
  Recorder,
  type RecorderParts,
  SendError,
} from "./recorder";
import type { CaptureRequest } from "./runningCapture";
import type { Stem } from "./stem";
import type { FinishedTake } from "./takeMachine";

const request = {
  userId: "u1",
  beatId: "b1",
  beatUrl: "/files/b1",
  hasHeadphones: true,
  maxTakeMs: 300_000,
};

const block = {
  startFrame: 0,
  samples: new Int16Array(4),
  levels: { voice: 1, beat: 0.7 },
};
const stem: Stem = {
  info: {
    sampleRate: 48_000,
    beatStartFrame: 0,
    beatDelaySeconds: 0.05,
    voiceDelaySeconds: 0,
    pair: null,
    correctionMs: 0,
  },
  blocks: [block],
};
const moved = { timingMs: -40, voice: 1 };

/** An engine without a microphone: the test decides what is captured and when. */
function setUp(overrides: Partial<RecorderParts> = {}) {
  const running = { elapsedMs: 0, isStopped: false };
  let captured: CaptureRequest | null = null;
  const releaseBlock = vi.fn();
  const releaseClaim = vi.fn();
  const engine = {
    prepare: vi.fn(),
    close: vi.fn(),
    loadBeatFile: vi.fn(async () => new ArrayBuffer(8)),
    start: vi.fn(async (asked: CaptureRequest) => {
      captured = asked;
      return {
        loopMs: 5_000,
        elapsedMs: () => running.elapsedMs,
        voiceAtMs: () => running.elapsedMs - 50,
        readVoice: () => ({ stretchMs: 25, levels: [0.2, 0.5] }),
        setLevels: vi.fn(),
        stop: async () => {
          running.isStopped = true;
          const chunks = [new Blob(["sound"])];
          return { mimeType: "audio/webm", chunks, stem };
        },
      };
    }),
  };
  const store = {
    begin: vi.fn(async () => undefined),
    append: vi.fn(async () => undefined),
    remove: vi.fn(async () => undefined),
    loadChunks: vi.fn(async () => [new Blob(["kept"])]),
  };
  const stems = {
    begin: vi.fn(async () => true),
    append: vi.fn(async () => undefined),
    load: vi.fn(async (): Promise<Stem | null> => stem),
  };
  const mixer = {
    preview: vi.fn(),
    render: vi.fn(async (take: FinishedTake) => ({ ...take, peaks: [1] })),
  };
  const rememberTiming = vi.fn();
  const recorder = new Recorder({
    engine,
    store,
    player: { block: () => releaseBlock },
    stems,
    finish: async (id, recording): Promise<FinishedTake> => ({
      id,
      file: new Blob(recording.chunks),
      durationMs: 4000,
      peaks: [255],
      stem: recording.stem,
      gaps: 0,
    }),
    openMixer: async () => mixer,
    rememberTiming,
    claim: () => releaseClaim,
    onStoreFailure: vi.fn(),
    makeId: () => "take-1",
    now: () => 1000,
    ...overrides,
  });
  const speak = () =>
    captured?.onChunk(new Blob(["x"]), "audio/webm;codecs=opus");
  const sing = () => captured?.onStemBlock(block);
  const beginStem = () => captured?.onStem(stem.info);
  const interrupt = () => captured?.onInterrupted();
  return {
    recorder,
    engine,
    store,
    stems,
    mixer,
    rememberTiming,
    beginStem,
    sing,
    running,
    releaseBlock,
    releaseClaim,
    speak,
    interrupt,
  };
}

async function makeTake(world: ReturnType<typeof setUp>) {
  await world.recorder.record(request);
  world.speak();
  await world.recorder.stop();
}

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
  });
  expect(store.append.mock.calls.map((call) => call.slice(0, 2))).toEqual([
    ["take-1", 0],
    ["take-1", 1],
  ]);
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
