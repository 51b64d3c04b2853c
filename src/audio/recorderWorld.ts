/** For the tests of the recorder. */
import { vi } from "vitest";
import type { CaptureLevels } from "./captureGraph";
import { type Mixer, Recorder, type RecorderParts } from "./recorder";
import type { CaptureRequest } from "./runningCapture";
import type { Stem } from "./stem";
import type { FinishedTake } from "./takeMachine";

export const request = {
  userId: "u1",
  beatId: "b1",
  beatUrl: "/files/b1",
  hasHeadphones: true,
  maxTakeMs: 300_000,
  hasCountIn: false,
  credit: {
    beatTitle: "Monsoon",
    producer: "Chaukhat",
    rapper: "NukkadNama",
    genre: "Trap",
    bpm: 97,
  },
};

export const block = {
  startFrame: 0,
  samples: new Int16Array(4),
  levels: { voice: 1, beat: 0.7 },
};
export const stem: Stem = {
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
/** An engine without a microphone: the test decides what is captured and when. */
export function setUp(overrides: Partial<RecorderParts> = {}) {
  const running = { elapsedMs: 0, isStopped: false };
  const setLevels = vi.fn<(levels: CaptureLevels) => void>();
  let captured: CaptureRequest | null = null;
  const releaseBlock = vi.fn<() => void>();
  const releaseClaim = vi.fn<() => void>();
  const engine = {
    prepare: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
    loadBeatFile: vi.fn(async () => new ArrayBuffer(8)),
    start: vi.fn(async (asked: CaptureRequest) => {
      captured = asked;
      return {
        loopMs: 5_000,
        elapsedMs: () => running.elapsedMs,
        voiceAtMs: () => running.elapsedMs - 50,
        readVoice: () => ({ stretchMs: 25, levels: [0.2, 0.5] }),
        setLevels,
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
    preview: vi.fn<Mixer["preview"]>(),
    render: vi.fn(async (take: FinishedTake) => ({ ...take, peaks: [1] })),
  };
  const rememberTiming = vi.fn<RecorderParts["rememberTiming"]>();
  const recorder = new Recorder({
    engine,
    store,
    player: { block: () => releaseBlock },
    stems,
    finish: async (id, recording, credit): Promise<FinishedTake> => ({
      id,
      file: new Blob(recording.chunks),
      durationMs: 4000,
      peaks: [255],
      stem: recording.stem,
      credit,
      gaps: 0,
    }),
    openMixer: async () => mixer,
    rememberTiming,
    claim: () => releaseClaim,
    onStoreFailure: vi.fn<() => void>(),
    makeId: () => "take-1",
    now: () => 1000,
    ...overrides,
  });
  const speak = () =>
    captured?.onChunk(new Blob(["x"]), "audio/webm;codecs=opus");
  const sing = () => captured?.onStemBlock(block);
  const beginStem = () => captured?.onStem(stem.info);
  const interrupt = () => captured?.onInterrupted();
  const count = (left: number) => captured?.countIn?.onCount(left);
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
    count,
    setLevels,
  };
}

export async function makeTake(world: ReturnType<typeof setUp>) {
  await world.recorder.record(request);
  world.speak();
  await world.recorder.stop();
}
