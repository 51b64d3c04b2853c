import { BEATS_IN_BAR } from "../../../convex/shared/limits";
import { beatMs, pickUpMs } from "../../../convex/shared/beatGrid";
import { playClick } from "../signal/click";
import { waitForAudioTime } from "../signal/waitForAudioTime";

export interface CountIn {
  readonly bpm: number;
  /** Where bar 1 starts in the file; at its beginning unless given. */
  readonly firstBarMs?: number | undefined;
  /** Called on each click with the number of beats left before the first bar. */
  readonly onCount: (left: number) => void;
}

const LEAD_SECONDS = 0.1;
/** Time that the recorder has to start before the beat does. */
const RECORDER_LEAD_SECONDS = 0.3;
const LEAD_TO_BEAT_SECONDS = LEAD_SECONDS + RECORDER_LEAD_SECONDS;

/**
 * Plays one bar of clicks to the performer; they are not recorded. The clicks lead into a bar of
 * the beat, so a beat that begins with a pick-up starts before the last of them. Resolves shortly
 * before the beat is due, with its due time in seconds on the context's clock. Rejects when the
 * signal aborts or the context closes.
 */
export async function playCountIn(
  context: AudioContext,
  { bpm, firstBarMs = 0, onCount }: CountIn,
  signal: AbortSignal,
): Promise<number> {
  const beatSeconds = beatMs({ bpm }) / 1000;
  const untilBeat =
    BEATS_IN_BAR * beatSeconds - pickUpMs({ bpm, firstBarMs }) / 1000;
  const lead = Math.max(LEAD_SECONDS, LEAD_TO_BEAT_SECONDS - untilBeat);
  const startsAt = context.currentTime + lead;
  const beatAt = startsAt + untilBeat;
  const readyAt = beatAt - RECORDER_LEAD_SECONDS;
  const clicks = Array.from(
    { length: BEATS_IN_BAR },
    (_, beat) => startsAt + beat * beatSeconds,
  );
  for (const [beat, at] of clicks.entries()) {
    playClick(context, at, beat === 0);
  }
  for (const [beat, at] of clicks.entries()) {
    if (at > readyAt) break;
    await waitForAudioTime(context, at, signal);
    onCount(BEATS_IN_BAR - beat);
  }
  await waitForAudioTime(context, readyAt, signal);
  return beatAt;
}
