/** Test set-up for the recorder: fake parts, and functions that drive a take from the outside. */
import type { Mixer } from "../audio/studio/sending/mixerSlot";
import type { FinishedTake } from "../audio/store/finishedTake";
import { DEFAULT_SETTINGS } from "../audio/studio/takeSettings";
import type { StopReason } from "../audio/capture/takeProblem";
import { vi } from "vitest";
import { Recorder } from "../audio/studio/recorder";
import { UnsavedTakes } from "../audio/studio/storing/unsavedTakes";
import type { RecorderParts } from "../audio/studio/recorderParts";
import type { CaptureRequest } from "../audio/capture/runningCapture";
import type { Stem } from "../audio/store/stem";
import { fakeStemStore, fakeTakeStore } from "./fakeTakeStorage";

export const request = {
  userId: "u1",
  beatId: "b1",
  beatUrl: "/files/b1",
  maxTakeMs: 300_000,
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

/** An engine without a microphone, and functions that make things happen to its take. */
function fakeCapture() {
  const running = { elapsedMs: 0, isStopped: false };
  let captured: CaptureRequest | null = null;
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
        stop: async () => {
          running.isStopped = true;
          const chunks = [new Blob(["sound"])];
          return { mimeType: "audio/webm", chunks, stem };
        },
      };
    }),
  };
  const speak = () =>
    captured?.onChunk(new Blob(["x"]), "audio/webm;codecs=opus");
  const sing = () => captured?.onStemBlock(block);
  const beginStem = () => captured?.onStem(stem.info);
  const interrupt = (reason: StopReason = "microphone") =>
    captured?.onInterrupted(reason);
  const count = (left: number) => captured?.countIn?.onCount(left);
  return {
    ...{ engine, running },
    ...{ speak, sing, beginStem, interrupt, count },
  };
}

/** Makes a recorder whose engine has no microphone: the test decides what is captured, and when. */
export function setUp(
  overrides: Partial<RecorderParts> & {
    readonly onStoreFailure?: (error: unknown) => void;
  } = {},
) {
  const capture = fakeCapture();
  const releaseBlock = vi.fn<() => void>();
  const releaseClaim = vi.fn<() => void>();
  const store = fakeTakeStore();
  const stems = fakeStemStore(stem);
  const shelf = {
    add: vi.fn<RecorderParts["shelf"]["add"]>(),
    setKept: vi.fn<RecorderParts["shelf"]["setKept"]>(),
    keepMix: vi.fn<RecorderParts["shelf"]["keepMix"]>(),
  };
  const mixer = {
    loopMs: 5_000,
    voiceGain: vi.fn(() => 1),
    preview: vi.fn<Mixer["preview"]>(),
    render: vi.fn<Mixer["render"]>(async (take) => ({ ...take, peaks: [1] })),
  };
  const rememberTiming = vi.fn<RecorderParts["rememberTiming"]>();
  const recorder = new Recorder({
    engine: capture.engine,
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
      dropouts: 0,
    }),
    openMixer: async () => mixer,
    rememberTiming,
    claim: () => releaseClaim,
    shelf,
    settings: DEFAULT_SETTINGS,
    rememberSettings: vi.fn<RecorderParts["rememberSettings"]>(),
    onOpenFailure: vi.fn<() => void>(),
    onFinishFailure: vi.fn<() => void>(),
    onMixFailure: vi.fn<() => void>(),
    unsaved: new UnsavedTakes({
      ...{ store, stems, now: () => 1000 },
      onStoreFailure: overrides.onStoreFailure ?? (() => undefined),
    }),
    makeId: () => "take-1",
    now: () => 1000,
    ...overrides,
  });
  return {
    ...capture,
    ...{ recorder, store, stems, shelf, mixer, rememberTiming },
    ...{ releaseBlock, releaseClaim },
  };
}

/** Records and stops a complete take. */
export async function makeTake(world: ReturnType<typeof setUp>) {
  await world.recorder.record(request);
  world.speak();
  await world.recorder.stop();
}
