import { Scope } from "../../../lib/scope";
import { MAX_BUFFER_SECONDS } from "../../delay/latency";
import { Placement } from "./placement";
import type { VoiceInput } from "./voiceInput";
import playerUrl from "./voicePlayer.worklet?worker&url";

/** How late the page may handle a sound without losing it. */
const BUFFER_SECONDS = MAX_BUFFER_SECONDS;
/** How long the clocks are compared before the voice is placed. */
const SETTLE_MS = 600;
const PATIENCE_MS = 2_000;
const READ_EVERY_MS = 4;
const FOLLOW_EVERY_MS = 100;
/** A shorter shift is made up for, but cannot be heard as a gap. */
const AUDIBLE_SHIFT_MS = 8;
const BROKEN_SECONDS = 0.005;
const QUEUED_PARTS = 100;

/** Part of a track, as TypeScript's library does not declare it for a page yet. */
interface TrackProcessor {
  readonly readable: ReadableStream<AudioData>;
}
type TrackProcessorClass = new (options: {
  track: MediaStreamTrack;
  maxBufferSize: number;
}) => TrackProcessor;

/**
 * Places the microphone's sound on the context's clock by itself. The browser's own node starts
 * anywhere within a buffer, and whatever interrupts one of the clocks moves its sound for the
 * rest of the stream. Here the voice leaves the node a constant time after it was captured, and
 * returns there after an interruption.
 *
 * Resolves to null where the browser does not hand out samples, or hands them out at another rate.
 */
export async function openSteadyVoice(
  context: AudioContext,
  track: MediaStreamTrack,
): Promise<VoiceInput | null> {
  const Processor = trackProcessor();
  if (!Processor) return null;
  try {
    await context.audioWorklet.addModule(playerUrl);
  } catch {
    return null;
  }
  const source = new Processor({ track, maxBufferSize: QUEUED_PARTS });
  const voice = new SteadyVoice(context, source.readable.getReader());
  if (await voice.settled()) return voice;
  voice.close();
  return null;
}

function trackProcessor(): TrackProcessorClass | null {
  const name = "MediaStreamTrackProcessor";
  if (!(name in globalThis)) return null;
  // Typed above; the library declares it for workers only.
  return (globalThis as unknown as Record<typeof name, TrackProcessorClass>)[
    name
  ];
}

class SteadyVoice implements VoiceInput {
  readonly bufferSeconds = BUFFER_SECONDS;
  readonly node: AudioWorkletNode;
  readonly #context: AudioContext;
  readonly #reader: ReadableStreamDefaultReader<AudioData>;
  readonly #placement = new Placement();
  readonly #scope = new Scope();
  #received = 0;
  #endTimestamp: number | null = null;
  #interruptions = 0;
  #isUsable = true;

  constructor(
    context: AudioContext,
    reader: ReadableStreamDefaultReader<AudioData>,
  ) {
    this.#context = context;
    this.#reader = reader;
    this.node = new AudioWorkletNode(context, "voice-player", {
      numberOfInputs: 0,
      outputChannelCount: [1],
    });
    this.node.port.onmessage = () => (this.#interruptions += 1);
    this.#scope.every(READ_EVERY_MS, () => this.#note(null));
    this.#scope.every(FOLLOW_EVERY_MS, () => this.#follow());
    this.#scope.add(() => {
      this.node.port.postMessage(null);
      this.node.disconnect();
      void reader.cancel().catch(() => undefined);
    });
    this.#receive().catch(() => undefined);
  }

  readonly interruptions = (): number => this.#interruptions;

  readonly close = (): void => this.#scope.dispose();

  /** Compares the clocks for a moment. False if the samples cannot be used. */
  async settled(): Promise<boolean> {
    const givesUpAt = performance.now() + PATIENCE_MS;
    while (this.#isUsable && this.#received === 0) {
      if (performance.now() > givesUpAt) return false;
      await pause(READ_EVERY_MS);
    }
    await pause(SETTLE_MS);
    return this.#isUsable && this.#placement.settle();
  }

  async #receive(): Promise<void> {
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      const samples = this.#read(value);
      value.close();
      if (samples) this.#send(samples);
    }
  }

  /** The samples in mono. Null once they have another rate than the context. */
  #read(data: AudioData): Float32Array<ArrayBuffer> | null {
    const { numberOfFrames, numberOfChannels, sampleRate, timestamp } = data;
    if (sampleRate !== this.#context.sampleRate) this.#isUsable = false;
    if (!this.#isUsable) return null;
    this.#countLost(timestamp / 1e6, numberOfFrames / sampleRate);
    const mono = new Float32Array(numberOfFrames);
    const channel = new Float32Array(numberOfFrames);
    for (let index = 0; index < numberOfChannels; index += 1) {
      data.copyTo(channel, { planeIndex: index, format: "f32-planar" });
      for (let at = 0; at < numberOfFrames; at += 1)
        mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0) / numberOfChannels;
    }
    return mono;
  }

  /** Counts a gap between parts. Placing corrects its length, because the arrival shifts. */
  #countLost(startSeconds: number, seconds: number): void {
    const end = this.#endTimestamp;
    this.#endTimestamp = startSeconds + seconds;
    if (end === null || this.#placement.startMs === null) return;
    if (startSeconds - end > seconds + BROKEN_SECONDS) this.#interruptions += 1;
  }

  #send(samples: Float32Array<ArrayBuffer>): void {
    const { sampleRate } = this.#context;
    const from = this.#received;
    this.#received += samples.length;
    this.#note((1000 * this.#received) / sampleRate);
    const { startMs } = this.#placement;
    if (startMs === null) return;
    const startSeconds = startMs / 1000 + BUFFER_SECONDS;
    const startFrame = Math.round(startSeconds * sampleRate) + from;
    this.node.port.postMessage({ startFrame, samples }, [samples.buffer]);
  }

  #note(receivedMs: number | null): void {
    const contextMs = 1000 * this.#context.currentTime;
    this.#placement.note({ nowMs: performance.now(), contextMs, receivedMs });
  }

  #follow(): void {
    const shiftMs = this.#placement.follow(performance.now());
    if (Math.abs(shiftMs) > AUDIBLE_SHIFT_MS) this.#interruptions += 1;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
