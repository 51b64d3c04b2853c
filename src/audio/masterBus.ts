/** Keeps voice and beat together below full scale without moving either in time against the other. */
const LIMITER = {
  threshold: -3,
  knee: 0,
  ratio: 20,
  attack: 0.002,
  release: 0.2,
} as const;
/** The limiter lifts everything by about this much; given back after it. */
const AFTER_LIMITER = 0.75;
/** A short glide: a jump would click. */
export const LEVEL_GLIDE_SECONDS = 0.015;

/** The end of the chain that a take is recorded and mixed through; returns where it begins. */
export function connectMaster(output: AudioNode): AudioNode {
  const { context } = output;
  const limiter = new DynamicsCompressorNode(context, LIMITER);
  const after = new GainNode(context, { gain: AFTER_LIMITER });
  limiter.connect(after).connect(output);
  return limiter;
}

/** From now on, without a click. */
export function glideTo({ gain, context }: GainNode, level: number): void {
  gain.setTargetAtTime(level, context.currentTime, LEVEL_GLIDE_SECONDS);
}
