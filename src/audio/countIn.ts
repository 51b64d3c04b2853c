import { BEATS_IN_BAR, beatMs } from "./beatGrid";
import { reach } from "./reach";

export interface CountIn {
  readonly bpm: number;
  /** Beats that are left before the first bar. */
  readonly onCount: (left: number) => void;
}

const LEAD_SECONDS = 0.1;
/** Time enough for a recorder to start before the beat does. */
const RECORDER_LEAD_SECONDS = 0.3;
const CLICK_SECONDS = 0.05;
const CLICK_LEVEL = 0.5;
const FIRST_CLICK_HERTZ = 1_600;
const CLICK_HERTZ = 1_100;

/**
 * One bar of clicks, for the performer alone. Resolves shortly before the beat is due, to the moment when it is; rejects
 * when the signal aborts or the context is closed.
 */
export async function playCountIn(
  context: AudioContext,
  { bpm, onCount }: CountIn,
  signal: AbortSignal,
): Promise<number> {
  const startsAt = context.currentTime + LEAD_SECONDS;
  const beatSeconds = beatMs({ bpm }) / 1000;
  const clicks = Array.from(
    { length: BEATS_IN_BAR },
    (_, beat) => startsAt + beat * beatSeconds,
  );
  for (const [beat, at] of clicks.entries()) click(context, at, beat === 0);
  for (const [beat, at] of clicks.entries()) {
    await reach(context, at, signal);
    onCount(BEATS_IN_BAR - beat);
  }
  const beatAt = startsAt + BEATS_IN_BAR * beatSeconds;
  await reach(context, beatAt - RECORDER_LEAD_SECONDS, signal);
  return beatAt;
}

function click(context: AudioContext, at: number, isFirst: boolean): void {
  const frequency = isFirst ? FIRST_CLICK_HERTZ : CLICK_HERTZ;
  const tone = new OscillatorNode(context, { frequency });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(CLICK_LEVEL, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + CLICK_SECONDS);
  tone.connect(level).connect(context.destination);
  tone.start(at);
  tone.stop(at + CLICK_SECONDS);
}
