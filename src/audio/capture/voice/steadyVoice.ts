import { comesTrue } from "../../../lib/pageTime";
import { wait } from "../../../lib/wait";
import { Scope } from "../../../lib/scope";
import { MAX_BUFFER_SECONDS } from "../../delay/latency";
import { type Clocks, PlacedVoice, type VoicePart } from "./placedVoice";
import type { FrameBlock } from "../../signal/frameBlock";
import type { OnSamples, VoiceInput } from "./voiceInput";
import playerUrl from "./voicePlayer.worklet?worker&url";

/** How late the page may handle a sound without losing it. */
const BUFFER_SECONDS = MAX_BUFFER_SECONDS;
/** How long the clocks are compared before the voice is placed. */
const SETTLE_MS = 600;
/** How long to wait for the first samples; time in which the page stands still does not count. */
const PATIENCE_MS = 2_000;
/**
 * Not a divisor of the output's steps of 10 or 20 ms, so that readings fall at every point of a
 * step.
 */
const READ_EVERY_MS = 7;
const FOLLOW_EVERY_MS = 100;
const QUEUED_PARTS = 100;

/**
 * The parts of MediaStreamTrackProcessor that are used: TypeScript's library does not declare it
 * for pages yet.
 */
interface TrackProcessor {
  readonly readable: ReadableStream<AudioData>;
}
type TrackProcessorClass = new (options: {
  track: MediaStreamTrack;
  maxBufferSize: number;
}) => TrackProcessor;

/**
 * Places the microphone's sound on the context's clock without the browser's own node. That node
 * starts anywhere within a buffer, and any interruption of a clock shifts its sound for the rest of
 * the stream. Here the voice leaves the node a constant time after it was captured, and returns to
 * that delay after an interruption.
 *
 * The microphone may have another rate than the context, and may change it.
 *
 * Resolves to null where the browser does not hand out samples.
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
  readonly #voice: PlacedVoice;
  readonly #scope = new Scope();
  /** The blocks that the node may not have played yet. */
  #latest: readonly FrameBlock<Float32Array<ArrayBuffer>>[] = [];
  readonly #listeners = new Set<OnSamples>();

  constructor(
    context: AudioContext,
    reader: ReadableStreamDefaultReader<AudioData>,
  ) {
    this.#context = context;
    this.#reader = reader;
    this.#voice = new PlacedVoice(context.sampleRate, BUFFER_SECONDS);
    this.node = new AudioWorkletNode(context, "voice-player", {
      numberOfInputs: 0,
      outputChannelCount: [1],
    });
    this.#scope.every(READ_EVERY_MS, () => this.#voice.note(this.#clocks()));
    this.#scope.every(FOLLOW_EVERY_MS, () =>
      this.#voice.follow(performance.now()),
    );
    this.#scope.add(() => {
      this.node.port.postMessage(null);
      this.node.disconnect();
      void reader.cancel().catch(() => undefined);
    });
    this.#receive().catch(() => undefined);
  }

  readonly interruptions = (): number => this.#voice.interruptions;

  readonly listen = (onSamples: OnSamples): (() => void) => {
    for (const block of this.#latest) onSamples(block);
    this.#listeners.add(onSamples);
    return () => this.#listeners.delete(onSamples);
  };

  readonly close = (): void => this.#scope.dispose();

  /** Compares the clocks for a moment. Resolves to false if no samples arrive. */
  async settled(): Promise<boolean> {
    const hasSound = await comesTrue(() => this.#voice.hasSound, {
      withinMs: PATIENCE_MS,
      lookEveryMs: READ_EVERY_MS,
    });
    if (!hasSound) return false;
    await wait(SETTLE_MS);
    return this.#voice.settle();
  }

  async #receive(): Promise<void> {
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      const part = partOf(value);
      value.close();
      const block = this.#voice.add(part, this.#clocks());
      if (!block) continue;
      this.node.port.postMessage(block);
      const now = this.#context.currentTime * this.#context.sampleRate;
      this.#latest = [...this.#latest, block].filter(
        ({ startFrame, samples }) => startFrame + samples.length > now,
      );
      for (const tell of this.#listeners) tell(block);
    }
  }

  #clocks(): Clocks {
    const contextMs = 1000 * this.#context.currentTime;
    return { nowMs: performance.now(), contextMs };
  }
}

/** Mixes the samples down to mono and closes `data`. */
function partOf(data: AudioData): VoicePart {
  const { numberOfFrames, numberOfChannels, sampleRate, timestamp } = data;
  const samples = new Float32Array(numberOfFrames);
  data.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
  const channel = new Float32Array(numberOfFrames);
  for (let index = 1; index < numberOfChannels; index += 1) {
    data.copyTo(channel, { planeIndex: index, format: "f32-planar" });
    for (let at = 0; at < numberOfFrames; at += 1)
      samples[at] = (samples[at] ?? 0) + (channel[at] ?? 0);
  }
  if (numberOfChannels > 1)
    for (let at = 0; at < numberOfFrames; at += 1)
      samples[at] = (samples[at] ?? 0) / numberOfChannels;
  return { samples, sampleRate, startSeconds: timestamp / 1e6 };
}
