import { wait } from "../../lib/wait";
import { CaptureError } from "./takeProblem";
import type { DelayVerdict } from "../delay/burstMatch";
import type { DelayBook } from "../delay/delayBook";
import { type DelayInUse, findDelay } from "../delay/delayInUse";
import { FrameCapture } from "../signal/frameCapture";
import { type BeatSound, decodeForTake } from "../signal/beatSound";
import { measureDelay } from "../delay/measureDelay";
import { type InputDevice, inputDeviceOf } from "../delay/nameDevices";
import { microphoneConstraints } from "../signal/microphone";
import { reportedOutputLatency } from "../delay/outputLatency";
import {
  type CaptureRequest,
  heardIn,
  type RunningCapture,
  startCapture,
} from "./runningCapture";
import { keepOutputAwake, SoundOutput } from "./soundOutput";
import { openVoice } from "./voice/openVoice";
import { watchSilence } from "./watchSilence";
import type { VoiceInput } from "./voice/voiceInput";
import {
  isForLackOfConnection,
  OutOfReachError,
  reached,
} from "../../lib/outOfReach";
import { keepSound } from "../../lib/kept/keptSounds";
import { comesTrue } from "../../lib/pageTime";
import { Scope } from "../../lib/scope";

/** How long to wait for the browser to report its output latency. Some browsers never report it. */
const LATENCY_PATIENCE_MS = 300;
const LATENCY_POLL_MS = 20;
/** How long to wait for the verse that leads in. */
const LEAD_PATIENCE_MS = 5_000;

interface SeenMicrophone {
  readonly device: InputDevice;
  readonly hasHeadphones: boolean;
}

/** The microphone while it is open, and its sound in the audio graph. */
interface OpenInput {
  readonly microphone: MediaStream;
  readonly voice: VoiceInput;
}

/**
 * Records takes: the microphone over a looping beat, mixed live. The microphone is open only during
 * a take or a measurement; the audio context stays open between them. `close` releases everything;
 * the engine can be used again afterwards.
 */
export class CaptureEngine {
  readonly #delays: DelayBook;
  readonly #beats = new Map<string, Promise<ArrayBuffer>>();
  #scope = new Scope();
  readonly #output = new SoundOutput(
    () => new AudioContext({ latencyHint: "playback" }),
  );
  #seen: SeenMicrophone | null = null;

  constructor(delays: DelayBook) {
    this.#delays = delays;
  }

  /** Preloads the beat, or the verse that leads in, before the first take. A failure is reported by `start`. */
  prepare(beatUrl: string): void {
    this.loadBeatFile(beatUrl).catch(() => undefined);
  }

  /**
   * The beat's encoded file, fetched once per URL until `close`; a failed fetch is tried again.
   * Callers share the buffer and must not detach it.
   */
  loadBeatFile(url: string): Promise<ArrayBuffer> {
    const running = this.#beats.get(url);
    if (running) return running;
    const loading = fetchFile(url);
    this.#beats.set(url, loading);
    loading.catch(() => {
      if (this.#beats.get(url) === loading) this.#beats.delete(url);
    });
    return loading;
  }

  /**
   * Starts a take. Rejects with a `CaptureError` if the microphone or the beat is not available.
   * Must be called from a click handler, or the browser will not start audio.
   */
  async start(request: CaptureRequest): Promise<RunningCapture> {
    const context = await this.#openContext();
    const scope = this.#openScope();
    const leadVerse = this.#loadLead(context, request);
    try {
      const { microphone, voice } = await this.#openInput(
        context,
        scope,
        request.hasHeadphones,
        request.onSilence,
      );
      const beat = await this.#loadBeat(context, request);
      await outputLatencyKnown(context);
      const delay = await this.findDelay(request.hasHeadphones);
      const lead = { leadVerse: await leadVerse };
      const parts = { context, microphone, voice, beat, delay, scope, ...lead };
      return await startCapture(parts, request);
    } catch (error) {
      scope.dispose();
      throw error;
    }
  }

  /** Returns the delay that would be used to correct the next take. */
  findDelay(hasHeadphones: boolean): Promise<DelayInUse> {
    const seen = this.#seen;
    const input = seen?.hasHeadphones === hasHeadphones ? seen.device : null;
    return findDelay(this.#delays, this.#output.context, input, hasHeadphones);
  }

  /**
   * Measures the round-trip delay of the current devices and stores it for later takes. Must be
   * called from a click handler.
   */
  async measureDelay(
    hasHeadphones: boolean,
    options: { signal: AbortSignal; onBurst: (burst: number) => void },
  ): Promise<DelayVerdict> {
    const context = await this.#openContext();
    await outputLatencyKnown(context);
    const openVoice = async (scope: Scope) =>
      (await this.#openInput(context, scope, hasHeadphones)).voice;
    const verdict = await measureDelay(context, openVoice, options);
    const { pair } = await this.findDelay(hasHeadphones);
    if (verdict.kind === "measured" && pair) {
      this.#delays.setRoundTrip(pair, verdict.seconds * 1000);
    }
    return verdict;
  }

  /** Releases the context, the microphone and the loaded beats. */
  close(): void {
    this.#scope.dispose();
    this.#scope = new Scope();
    if (this.#output.context) setAudioSessionType("playback");
    this.#output.close();
    this.#seen = null;
    this.#beats.clear();
  }

  /** A scope that ends with the engine's, or earlier. */
  #openScope(): Scope {
    const scope = new Scope();
    const forget = this.#scope.add(() => scope.dispose());
    scope.add(forget);
    return scope;
  }

  async #openContext(): Promise<AudioContext> {
    try {
      setAudioSessionType("play-and-record");
      const context = await this.#output.open();
      // Preload the worklet while the microphone opens. Code that needs it loads it again and
      // sees the failure.
      FrameCapture.load(context).catch(() => undefined);
      return context;
    } catch (error) {
      throw new CaptureError({ kind: "microphone" }, error);
    }
  }

  /** Opens the microphone until the scope ends. */
  async #openInput(
    context: AudioContext,
    scope: Scope,
    hasHeadphones: boolean,
    onSilence?: CaptureRequest["onSilence"],
  ): Promise<OpenInput> {
    try {
      const microphone = await navigator.mediaDevices.getUserMedia(
        microphoneConstraints(hasHeadphones),
      );
      // If `close` ran in the meantime, this scope is disposed and stops the stream immediately.
      scope.stream(microphone);
      keepOutputAwake(context, scope);
      const openedAtMs = performance.now();
      this.#seen = { device: inputDeviceOf(microphone), hasHeadphones };
      const voice = await openVoice(context, microphone);
      scope.add(voice.close);
      if (onSilence) watchSilence(scope, voice.node, openedAtMs, onSilence);
      return { microphone, voice };
    } catch (error) {
      throw new CaptureError({ kind: "microphone" }, error);
    }
  }

  /**
   * Loads the verse that leads in. Resolves to null if there is no such verse. If it cannot be
   * loaded in time, calls `onMissing` and resolves to null.
   */
  async #loadLead(
    context: AudioContext,
    { lead }: CaptureRequest,
  ): Promise<AudioBuffer | null> {
    if (!lead) return null;
    const { url } = lead.verse;
    const load = async () => {
      const file = await this.loadBeatFile(url);
      return context.decodeAudioData(file.slice(0));
    };
    const late = wait(LEAD_PATIENCE_MS).then(() => null);
    const verse = await Promise.race([load().catch(() => null), late]);
    if (verse === null) lead.onMissing();
    return verse;
  }

  async #loadBeat(
    context: AudioContext,
    request: CaptureRequest,
  ): Promise<BeatSound> {
    const { beatUrl: url, bpm, passage } = request;
    try {
      const file = await this.loadBeatFile(url);
      void keepSound(url);
      return await decodeForTake(file, context, {
        loop: passage?.loop,
        bpm: passage ? null : bpm,
        heard: (loop) => heardIn(request, loop),
      });
    } catch (error) {
      this.#beats.delete(url);
      const kind = isForLackOfConnection(error) ? "offline" : "beat";
      throw new CaptureError({ kind }, error);
    }
  }
}

/** Rejects with an `OutOfReachError` unless the server answers that it does not have the file. */
async function fetchFile(url: string): Promise<ArrayBuffer> {
  const answer = await reached(fetch(url));
  const error = new Error(`beat file answered ${answer.status}`);
  if (answer.status >= 500) throw new OutOfReachError(error);
  if (!answer.ok) throw error;
  return reached(answer.arrayBuffer());
}

/** Waits until the output latency is known: it reads 0 until the device has run for a moment. */
async function outputLatencyKnown(context: AudioContext): Promise<void> {
  await comesTrue(() => reportedOutputLatency(context) !== 0, {
    withinMs: LATENCY_PATIENCE_MS,
    lookEveryMs: LATENCY_POLL_MS,
  });
}

/**
 * Sets the audio session type where supported. Otherwise iOS plays sound through the earpiece while
 * recording.
 */
function setAudioSessionType(type: "play-and-record" | "playback"): void {
  if (!("audioSession" in navigator)) return;
  const session: unknown = navigator.audioSession;
  if (typeof session === "object" && session !== null && "type" in session) {
    session.type = type;
  }
}
