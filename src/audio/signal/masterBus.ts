/**
 * Keeps the sum of voice and beat below full scale without shifting them against each other in
 * time.
 */
const LIMITER = {
  threshold: -3,
  knee: 0,
  ratio: 20,
  attack: 0.002,
  release: 0.2,
} as const;
/** Undoes the make-up gain that the limiter adds. */
const AFTER_LIMITER = 0.75;
/** Time constant of level changes; a sudden change would click. */
export const LEVEL_GLIDE_SECONDS = 0.015;

/**
 * Builds the limiter chain in front of `output` and returns its input node. Takes and remixes share
 * it, so that they sound alike.
 */
export function connectMaster(output: AudioNode): AudioNode {
  const { context } = output;
  const limiter = new DynamicsCompressorNode(context, LIMITER);
  const after = new GainNode(context, { gain: AFTER_LIMITER });
  limiter.connect(after).connect(output);
  return limiter;
}

/** Changes a gain without a click, starting now. */
export function glideTo({ gain, context }: GainNode, level: number): void {
  gain.setTargetAtTime(level, context.currentTime, LEVEL_GLIDE_SECONDS);
}
