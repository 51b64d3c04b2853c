/** Test set-up for a `PunchSession`: fake parts, and a capture that the test drives. */
import { vi } from "vitest";
import type {
  CaptureRequest,
  Recording,
} from "../audio/capture/runningCapture";
import { AS_RECORDED } from "../audio/mix/mixPlan";
import type { VoiceMix } from "../audio/store/voiceMix";
import type { FinishedTake } from "../audio/store/finishedTake";
import type { Stem } from "../audio/store/stem";
import type { Mixer } from "../audio/studio/sending/mixerSlot";
import type { PunchedTake, PunchParts } from "../audio/studio/punch/punchParts";
import { PunchSession } from "../audio/studio/punch/punchSession";
import type { Recorder } from "../audio/studio/recorder";
import { UnsavedTakes } from "../audio/studio/storing/unsavedTakes";
import { DEFAULT_SETTINGS } from "../audio/studio/takeSettings";
import type { TakeState } from "../audio/studio/takeState";
import {
  fakeNewBarsStore,
  fakeStemStore,
  fakeTakeStore,
} from "./fakeTakeStorage";
import { makeVoice, noise, type VoiceOptions } from "./voices";

/** Sample rate of the voices; low, so that tests are quick. */
const RATE = 8_000;
/** The beat has four bars of two seconds. */
const LOOP_MS = 8_000;

/** A take of twelve seconds, and a session that records bars of the take again. */
export function setUpPunch(
  overrides: Partial<PunchParts> = {},
  mix: VoiceMix = AS_RECORDED,
) {
  const stem = makeVoice({ seconds: 12, sound: noise(1), sampleRate: RATE });
  const take: FinishedTake & { stem: Stem } = {
    ...{ id: "old", stem, file: new Blob(["old"], { type: "audio/webm" }) },
    ...{ durationMs: 12_000, peaks: [1], credit: null, dropouts: 0 },
  };
  let shown: FinishedTake = take;
  let asked: CaptureRequest | null = null;
  const running = { elapsedMs: 0, isStopped: false };
  /**
   * How the recording differs from the usual one, which has a stem and a voice from
   * the start to the end of playback.
   */
  const recorded = { changes: {} as Partial<VoiceOptions>, hasStem: true };
  const record = (): Recording => {
    const { beatFromMs = 0, lengthMs = 0 } = asked?.passage ?? {};
    const fresh = makeVoice({
      ...{ seconds: lengthMs / 1000, sound: noise(2), sampleRate: RATE },
      ...{ beatFromSeconds: beatFromMs / 1000, ...recorded.changes },
    });
    const chunks = [new Blob(["mix"])];
    const kept = recorded.hasStem ? fresh : null;
    return { mimeType: "audio/webm", chunks, stem: kept };
  };
  const engine = {
    prepare: () => undefined,
    close: () => undefined,
    loadBeatFile: vi.fn(async () => new ArrayBuffer(8)),
    start: vi.fn(async (request: CaptureRequest) => {
      asked = request;
      running.isStopped = false;
      return {
        ...{ loopMs: LOOP_MS, takeMs: request.passage?.lengthMs ?? 0 },
        elapsedMs: () => running.elapsedMs,
        voiceAtMs: () => running.elapsedMs,
        readVoice: () => ({ stretchMs: 25, levels: [0.5] }),
        stop: async () => {
          running.isStopped = true;
          return record();
        },
      };
    }),
  };
  const mixer = {
    loopMs: LOOP_MS,
    voiceGain: () => 2,
    preview: vi.fn<() => never>(),
    render: vi.fn<Mixer["render"]>(async (from) => ({
      ...from,
      file: new Blob(["new"], { type: "audio/webm" }),
    })),
  };
  const recorder = {
    openMixer: vi.fn(async () => mixer),
    getMix: () => mix,
    getSettings: () => DEFAULT_SETTINGS,
    getState: (): TakeState => ({
      ...{ phase: "stopped" as const, take: shown, isKept: true, mix },
      problem: null,
    }),
    show: vi.fn<Recorder["show"]>((next) => {
      shown = next;
    }),
    setMix: vi.fn<(next: VoiceMix) => void>(),
  };
  const store = fakeTakeStore();
  const stems = fakeStemStore(null);
  const newBars = fakeNewBarsStore();
  const shelf = {
    add: vi.fn<PunchParts["shelf"]["add"]>(),
    setKept: vi.fn<PunchParts["shelf"]["setKept"]>(),
    keepMix: vi.fn<PunchParts["shelf"]["keepMix"]>(),
  };
  const releaseBlock = vi.fn<() => void>();
  const parts: PunchParts = {
    ...{ engine, recorder, shelf },
    player: { block: () => releaseBlock },
    unsaved: new UnsavedTakes({
      ...{ store, stems, now: () => 1_000 },
      onStoreFailure: vi.fn<() => void>(),
    }),
    openMixer: async () => mixer,
    newBars,
    onFailure: vi.fn<() => void>(),
    makeId: () => "new",
    now: () => 1_000,
    ...overrides,
  };
  const punched: PunchedTake = {
    ...{ take, userId: "u1", beatId: "b1", beatUrl: "/files/b1" },
    ...{ bpm: 120, firstBarMs: 0, hasNewBars: false },
  };
  const session = new PunchSession(parts, punched);
  return {
    ...{
      session,
      parts,
      punched,
      newBars,
      take,
      engine,
      mixer,
      recorder,
      store,
      stems,
      shelf,
    },
    ...{ running, recorded, releaseBlock },
    /** Hands over the voice recorded so far, as the capture does about once a second. */
    streamVoice: () => {
      const { stem } = record();
      if (!asked || !stem) throw new Error("no voice is recorded");
      asked.onStem(stem.info);
      for (const block of stem.blocks) asked.onStemBlock(block);
    },
    switchMicrophone: () => asked?.onSwitch(),
    interrupt: () => asked?.onInterrupted("microphone"),
    passage: () => asked?.passage,
  };
}
