import type { BeatLoop } from "../signal/beatLoop";
import { connectMaster } from "../signal/masterBus";

/** A part of the beat that is recorded from its start, without a count-in. */
export interface Passage {
  /** Position in the beat's file. */
  readonly playFromMs: number;
  /** The same position counted through all loops; may be negative. */
  readonly beatFromMs: number;
  /**
   * The part of the beat that repeated when the take was recorded; absent if the whole beat did.
   */
  readonly loop: BeatLoop | undefined;
  /** The take ends after this time. */
  readonly lengthMs: number;
  /**
   * An earlier voice that the performer hears from the start of the passage. It is not recorded.
   */
  readonly guide: Guide | null;
}

interface Guide {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly gain: number;
}

/** Length of the fade at the end, which would click otherwise. */
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
