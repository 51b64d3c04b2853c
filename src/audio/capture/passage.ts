import type { BeatLoop } from "../signal/beatLoop";
import { connectMaster } from "../signal/masterBus";

/** A part of the beat to record over from the start, without a count-in. */
export interface Passage {
  /** Position in the beat's file. */
  readonly playFromMs: number;
  /** The same position counted through all loops; may be negative. */
  readonly beatFromMs: number;
  /** The part of the beat that repeated when the take was recorded; all of it if absent. */
  readonly loop: BeatLoop | undefined;
  /** After this time, the take ends. */
  readonly lengthMs: number;
  /** An earlier voice that the performer hears from the start on. It is not recorded. */
  readonly guide: Guide | null;
}

interface Guide {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly gain: number;
}

/** An end without it would click. */
const FADE_SECONDS = 0.01;

/**
 * Plays the guide at `at`, in seconds on the context's clock. Returns a function that stops it.
 */
export function playGuide(
  context: AudioContext,
  { samples, sampleRate, gain }: Guide,
  at: number,
): () => void {
  if (samples.length === 0) return () => undefined;
  const buffer = new AudioBuffer({ length: samples.length, sampleRate });
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  const level = new GainNode(context, { gain });
  const output = connectMaster(context.destination);
  source.connect(level).connect(output);
  const endsAt = at + buffer.duration;
  level.gain.setValueAtTime(gain, Math.max(at, endsAt - FADE_SECONDS));
  level.gain.linearRampToValueAtTime(0, endsAt);
  source.start(at);
  return () => {
    source.disconnect();
    level.disconnect();
  };
}
