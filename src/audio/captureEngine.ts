import type { DelayVerdict } from "./burstMatch";
import type { DelayBook } from "./delayBook";
import { type DelayInUse, findDelay } from "./delayInUse";
import { FrameCapture } from "./frameCapture";
import { measureDelay } from "./measureDelay";
import { microphoneConstraints } from "./microphone";
import {
  type CaptureRequest,
  type RunningCapture,
  startCapture,
} from "./runningCapture";
import { Scope } from "./scope";
import type { TakeProblem } from "./takeMachine";

export class CaptureError extends Error {
  readonly problem: TakeProblem;

  constructor(problem: TakeProblem, cause: unknown) {
    super(`capture failed: ${problem.kind}`, { cause });
    this.problem = problem;
  }
}

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
  readonly #delays: DelayBook;
  readonly #beats = new Map<string, Promise<ArrayBuffer>>();
  #scope = new Scope();
  #context: AudioContext | null = null;
  #microphone: OpenMicrophone | null = null;

  constructor(delays: DelayBook) {
    this.#delays = delays;
  }

  /** Loads the beat ahead of the first take; a failure shows when recording starts. */
  prepare(beatUrl: string): void {
    this.loadBeatFile(beatUrl).catch(() => undefined);
  }

  /** The file as it is stored, fetched once. */
  loadBeatFile(url: string): Promise<ArrayBuffer> {
    const running = this.#beats.get(url);
    if (running) return running;
    const loading = fetch(url).then((answer) => {
      if (!answer.ok) throw new Error(`beat file answered ${answer.status}`);
      return answer.arrayBuffer();
    });
    this.#beats.set(url, loading);
    return loading;
  }

  /** Must be called in the click that asks for it: browsers start audio in no other way. */
  async start(request: CaptureRequest): Promise<RunningCapture> {
    const context = await this.#openContext();
    const microphone = await this.#openMicrophone(request.hasHeadphones);
    const beat = await this.#loadBeat(context, request.beatUrl);
    await outputLatencyKnown(context);
    const delay = await this.findDelay(request.hasHeadphones);
    return startCapture({ context, microphone, beat, delay }, request);
  }

  /** What the next take would be put right by. */
  findDelay(hasHeadphones: boolean): Promise<DelayInUse> {
    const open = this.#microphone;
    const microphone =
      open?.hasHeadphones === hasHeadphones ? open.stream : null;
    return findDelay(this.#delays, this.#context, microphone, hasHeadphones);
  }

  /** Measures the delay of these devices and keeps it for the takes to come. Must be called in a click. */
  async measureDelay(
    hasHeadphones: boolean,
    options: { signal: AbortSignal; onBurst: (burst: number) => void },
  ): Promise<DelayVerdict> {
    const context = await this.#openContext();
    const microphone = await this.#openMicrophone(hasHeadphones);
    await outputLatencyKnown(context);
    const verdict = await measureDelay(context, microphone, options);
    const { pair } = await this.findDelay(hasHeadphones);
    if (verdict.kind === "measured" && pair) {
      this.#delays.setRoundTrip(pair, verdict.seconds * 1000);
    }
    return verdict;
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
        // Fetched while the microphone opens; whoever needs it asks again.
        FrameCapture.load(context).catch(() => undefined);
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
      const data = await this.loadBeatFile(url);
      // Decoding empties the buffer it is given; the next take needs it again.
      return await context.decodeAudioData(data.slice(0));
    } catch (error) {
      this.#beats.delete(url);
      throw new CaptureError({ kind: "beat" }, error);
    }
  }
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
