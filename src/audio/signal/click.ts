const CLICK_SECONDS = 0.05;
const CLICK_LEVEL = 0.5;
const FIRST_CLICK_HERTZ = 1_600;
const CLICK_HERTZ = 1_100;

/**
 * Plays a short click at `at`, in seconds on the context's clock. The first click of a bar is
 * higher.
 */
export function playClick(
  context: AudioContext,
  at: number,
  isFirst: boolean,
): void {
  const frequency = isFirst ? FIRST_CLICK_HERTZ : CLICK_HERTZ;
  const tone = new OscillatorNode(context, { frequency });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(CLICK_LEVEL, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + CLICK_SECONDS);
  tone.connect(level).connect(context.destination);
  tone.start(at);
  tone.stop(at + CLICK_SECONDS);
}
