import { CaptureGraph, type CaptureLevels } from "./captureGraph";
import { type CountIn, playCountIn } from "./countIn";
import type { DelayInUse } from "./delayInUse";
import { takeDelays } from "./latency";
import type { VoiceReading } from "./levelHistory";
import { monitorLevel } from "./microphone";
import { BITS_PER_SECOND, pickRecordingFormat } from "./recordingFormat";
import { Scope } from "./scope";
import type { Stem, StemBlock, StemInfo } from "./stem";
import { StemCapture } from "./stemCapture";
import { holdWakeLock } from "./wakeLock";

export interface CaptureRequest {
  readonly beatUrl: string;
  readonly hasHeadphones: boolean;
  readonly levels: CaptureLevels;
  /** Null to begin at once. */
  readonly countIn: CountIn | null;
  /** Called about once a second, so that a crash costs no more than that. */
  readonly onChunk: (chunk: Blob, mimeType: string) => void;
  /** The voice alone, where the browser can tell it apart: before its first block and for each. */
  readonly onStem: (info: StemInfo) => void;
  readonly onStemBlock: (block: StemBlock) => void;
  /** The microphone was unplugged or the system took the audio away. */
  readonly onInterrupted: () => void;
}

export interface Recording {
  readonly mimeType: string;
  readonly chunks: Blob[];
  readonly stem: Stem | null;
}

/** A take being captured. */
export interface RunningCapture {
  /** One round of the beat. */
  readonly loopMs: number;
  elapsedMs(): number;
  /** Where on the beat, all rounds of it in a row, a word lies that comes in now; below zero before its first note. */
  voiceAtMs(): number;
  readVoice(): VoiceReading;
  setLevels(levels: CaptureLevels): void;
  /** Ends the take and hands it over; the microphone stays open for the next one. */
  stop(): Promise<Recording>;
}

const CHUNK_PERIOD_MS = 1_000;

export interface CaptureParts {
  readonly context: AudioContext;
  readonly microphone: MediaStream;
  readonly beat: AudioBuffer;
  readonly delay: DelayInUse;
}

export async function startCapture(
  parts: CaptureParts,
  request: CaptureRequest,
): Promise<RunningCapture> {
  const scope = new Scope();
  try {
    return await capture(parts, request, scope);
  } catch (error) {
    scope.dispose();
    throw error;
  }
}

/** What it holds is given back with the scope. */
async function capture(
  { context, microphone, beat, delay }: CaptureParts,
  request: CaptureRequest,
  scope: Scope,
): Promise<RunningCapture> {
  const delays = takeDelays(delay.seconds ?? 0, delay.correctionMs);
  const graph = new CaptureGraph(context, {
    microphone,
    beat,
    levels: request.levels,
    monitorLevel: monitorLevel(request.hasHeadphones),
    delays,
  });
  scope.add(() => graph.dispose());
  scope.add(holdWakeLock());
  const recorder = makeRecorder(graph.mix);
  const chunks: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size === 0) return;
    chunks.push(data);
    request.onChunk(data, recorder.mimeType);
  });
  const interruption = new AbortController();
  watchInterruptions(scope, context, microphone, () => {
    interruption.abort();
    request.onInterrupted();
  });

  const hasStem = await StemCapture.load(context);
  const { countIn } = request;
  const beatDueAt = countIn
    ? await playCountIn(context, countIn, interruption.signal)
    : 0;
  await begin(recorder);
  const { voiceInput } = graph;
  const stem = hasStem
    ? new StemCapture(voiceInput, request.levels, request.onStemBlock)
    : null;
  const startedAt = graph.startBeat(beatDueAt);
  const { sampleRate } = context;
  const info: StemInfo = {
    ...delays,
    sampleRate,
    beatStartFrame: Math.round(startedAt * sampleRate),
    pair: delay.pair,
    correctionMs: delay.correctionMs,
  };
  if (stem) request.onStem(info);

  const sinceBeatMs = () => (context.currentTime - startedAt) * 1000;
  const voiceMovedMs =
    1000 * (delays.voiceDelaySeconds - delays.beatDelaySeconds);
  return {
    loopMs: beat.duration * 1000,
    elapsedMs: () => Math.max(0, sinceBeatMs()),
    voiceAtMs: () => sinceBeatMs() + voiceMovedMs,
    readVoice: () => graph.readVoice(),
    setLevels: (levels) => {
      graph.setLevels(levels);
      stem?.setLevels(levels);
    },
    stop: async () => {
      graph.silenceMonitor();
      // The last words are still on their way in.
      await pause(1000 * (delays.beatDelaySeconds + delays.voiceDelaySeconds));
      const [voice] = await Promise.all([stem?.stop(info), finish(recorder)]);
      scope.dispose();
      return { mimeType: recorder.mimeType, chunks, stem: voice ?? null };
    },
  };
}

function makeRecorder(mix: MediaStream): MediaRecorder {
  const { mimeType } = pickRecordingFormat((type) =>
    MediaRecorder.isTypeSupported(type),
  );
  return new MediaRecorder(mix, {
    mimeType,
    audioBitsPerSecond: BITS_PER_SECOND,
  });
}

/** The beat starts only when recording really has, so that no part of it is cut off. */
function begin(recorder: MediaRecorder): Promise<void> {
  return new Promise((resolve, reject) => {
    recorder.addEventListener("start", () => resolve(), { once: true });
    recorder.addEventListener("error", () => reject(new Error("recorder")), {
      once: true,
    });
    recorder.start(CHUNK_PERIOD_MS);
  });
}

function finish(recorder: MediaRecorder): Promise<void> {
  if (recorder.state === "inactive") return Promise.resolve();
  return new Promise((resolve) => {
    recorder.addEventListener("stop", () => resolve(), { once: true });
    recorder.stop();
  });
}

function watchInterruptions(
  scope: Scope,
  context: AudioContext,
  microphone: MediaStream,
  onInterrupted: () => void,
): void {
  for (const track of microphone.getAudioTracks()) {
    scope.listen(track, "ended", onInterrupted);
  }
  scope.listen(context, "statechange", () => {
    if (context.state !== "running") onInterrupted();
  });
}

/** A timer, not the context's clock: that one stands still while the system takes the audio away. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
