import { CaptureGraph, type CaptureLevels } from "./captureGraph";
import { roundTripSeconds } from "./latency";
import {
  microphoneConstraints,
  monitorLevel,
  reportedInputLatency,
} from "./microphone";
import { pickRecordingFormat } from "./recordingFormat";
import { Scope } from "./scope";
import type { TakeProblem } from "./takeMachine";
import { holdWakeLock } from "./wakeLock";

export interface CaptureRequest {
  readonly beatUrl: string;
  readonly hasHeadphones: boolean;
  readonly levels: CaptureLevels;
  /** Called about once a second, so that a crash costs no more than that. */
  readonly onChunk: (chunk: Blob, mimeType: string) => void;
  /** The microphone was unplugged or the system took the audio away. */
  readonly onInterrupted: () => void;
}

export interface Recording {
  readonly mimeType: string;
  readonly chunks: Blob[];
}

/** A take being captured. */
export interface RunningCapture {
  /** How late the beat is in the mix. */
  readonly beatDelaySeconds: number;
  elapsedMs(): number;
  /** 0 to 1. */
  voiceLevel(): number;
  setLevels(levels: CaptureLevels): void;
  /** Ends the take and hands it over; the microphone stays open for the next one. */
  stop(): Promise<Recording>;
}

export class CaptureError extends Error {
  readonly problem: TakeProblem;

  constructor(problem: TakeProblem, cause: unknown) {
    super(`capture failed: ${problem.kind}`, { cause });
    this.problem = problem;
  }
}

const CHUNK_PERIOD_MS = 1_000;
const BITS_PER_SECOND = 128_000;
/** An engine that never reports its output delay is not waited for any longer. */
const LATENCY_PATIENCE_MS = 300;
const LATENCY_POLL_MS = 20;

interface OpenMicrophone {
  readonly stream: MediaStream;
  readonly hasHeadphones: boolean;
}

/**
 * Captures takes: the microphone over a looping beat, mixed as it happens. Context and microphone stay open between
 * takes, because a newly opened microphone may have another delay. `close` gives everything back.
 */
export class CaptureEngine {
  readonly #beats = new Map<string, Promise<ArrayBuffer>>();
  #scope = new Scope();
  #context: AudioContext | null = null;
  #microphone: OpenMicrophone | null = null;

  /** Loads the beat ahead of the first take; a failure shows when recording starts. */
  prepare(beatUrl: string): void {
    this.#fetchBeat(beatUrl).catch(() => undefined);
  }

  /** Must be called in the click that asks for it: browsers start audio in no other way. */
  async start(request: CaptureRequest): Promise<RunningCapture> {
    const context = await this.#openContext();
    const microphone = await this.#openMicrophone(request.hasHeadphones);
    const beat = await this.#loadBeat(context, request.beatUrl);
    await outputLatencyKnown(context);
    return startCapture(context, microphone, beat, request);
  }

  close(): void {
    this.#scope.dispose();
    this.#scope = new Scope();
    this.#context = null;
    this.#microphone = null;
    this.#beats.clear();
  }

  async #openContext(): Promise<AudioContext> {
    try {
      if (!this.#context) {
        setAudioSessionType("play-and-record");
        const context = new AudioContext({ latencyHint: "balanced" });
        this.#context = context;
        this.#scope.add(() => {
          void context.close();
          setAudioSessionType("playback");
        });
      }
      if (this.#context.state !== "running") await this.#context.resume();
      return this.#context;
    } catch (error) {
      throw new CaptureError({ kind: "microphone" }, error);
    }
  }

  async #openMicrophone(hasHeadphones: boolean): Promise<MediaStream> {
    const open = this.#microphone;
    if (open?.hasHeadphones === hasHeadphones && isLive(open.stream)) {
      return open.stream;
    }
    for (const track of open?.stream.getTracks() ?? []) track.stop();
    const scope = this.#scope;
    try {
      const stream = await navigator.mediaDevices.getUserMedia(
        microphoneConstraints(hasHeadphones),
      );
      // When the dialog closed meanwhile, this stops the stream at once.
      scope.stream(stream);
      this.#microphone = { stream, hasHeadphones };
      return stream;
    } catch (error) {
      throw new CaptureError({ kind: "microphone" }, error);
    }
  }

  async #loadBeat(context: AudioContext, url: string): Promise<AudioBuffer> {
    try {
      const data = await this.#fetchBeat(url);
      // Decoding empties the buffer it is given; the next take needs it again.
      return await context.decodeAudioData(data.slice(0));
    } catch (error) {
      this.#beats.delete(url);
      throw new CaptureError({ kind: "beat" }, error);
    }
  }

  #fetchBeat(url: string): Promise<ArrayBuffer> {
    const running = this.#beats.get(url);
    if (running) return running;
    const loading = fetch(url).then((answer) => {
      if (!answer.ok) throw new Error(`beat file answered ${answer.status}`);
      return answer.arrayBuffer();
    });
    this.#beats.set(url, loading);
    return loading;
  }
}

async function startCapture(
  context: AudioContext,
  microphone: MediaStream,
  beat: AudioBuffer,
  request: CaptureRequest,
): Promise<RunningCapture> {
  const beatDelaySeconds = roundTripSeconds({
    baseLatency: context.baseLatency,
    outputLatency: context.outputLatency,
    inputLatency: reportedInputLatency(microphone),
  });
  const scope = new Scope();
  const graph = new CaptureGraph(context, {
    microphone,
    beat,
    levels: request.levels,
    monitorLevel: monitorLevel(request.hasHeadphones),
    beatDelaySeconds,
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
  watchInterruptions(scope, context, microphone, request.onInterrupted);

  await begin(recorder);
  const startedAt = graph.startBeat();

  return {
    beatDelaySeconds,
    elapsedMs: () => Math.max(0, (context.currentTime - startedAt) * 1000),
    voiceLevel: () => graph.readVoiceLevel(),
    setLevels: (levels) => graph.setLevels(levels),
    stop: async () => {
      graph.silenceMonitor();
      // The last words are still on their way in.
      await delay(beatDelaySeconds * 1000);
      await finish(recorder);
      scope.dispose();
      return { mimeType: recorder.mimeType, chunks };
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

/** The output delay reads zero until the device has run for a moment. */
async function outputLatencyKnown(context: AudioContext): Promise<void> {
  const polls = LATENCY_PATIENCE_MS / LATENCY_POLL_MS;
  for (let poll = 0; poll < polls && !context.outputLatency; poll += 1) {
    await delay(LATENCY_POLL_MS);
  }
}

function isLive(stream: MediaStream): boolean {
  return stream.getAudioTracks().some((track) => track.readyState === "live");
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** On iOS, playing while recording is otherwise sent to the earpiece. */
function setAudioSessionType(type: "play-and-record" | "playback"): void {
  if (!("audioSession" in navigator)) return;
  const session: unknown = navigator.audioSession;
  if (typeof session === "object" && session !== null && "type" in session) {
    session.type = type;
  }
}
