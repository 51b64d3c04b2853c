import { BEATS_IN_BAR } from "../../../convex/shared/limits";
import { beatMs } from "../../../convex/shared/beatGrid";
import { playClick } from "../signal/click";
import { waitForAudioTime } from "../signal/waitForAudioTime";
import type { CountIn } from "./countIn";
import type { Section } from "../../../convex/shared/sections";

/** A section to record, and the beat that it belongs to. */
export interface SectionRequest extends CountIn {
  readonly section: Section;
  /** Whether clicks are heard over the lead-in. They are not recorded. */
  readonly hasClicks: boolean;
}

/** Time that the recorder has to start before the section does. */
const RECORDER_LEAD_SECONDS = 0.5;

/** The beats that lead to a take. */
export interface Countdown extends CountIn {
  /** When the take starts, in seconds on the context's clock. */
  readonly takeAt: number;
  readonly beats: number;
  /** How many of the last beats are heard as clicks. */
  readonly clicks: number;
}

/**
 * Counts through a lead-in. Resolves shortly before the take starts. Rejects when the signal aborts
 * or the context closes.
 */
export async function countDown(
  context: AudioContext,
  { takeAt, beats, clicks, bpm, onCount }: Countdown,
  signal: AbortSignal,
): Promise<void> {
  const readyAt = takeAt - RECORDER_LEAD_SECONDS;
  const timeOf = (left: number) => takeAt - (left * beatMs({ bpm })) / 1000;
  for (let left = clicks; left > 0; left -= 1)
    playClick(context, timeOf(left), left % BEATS_IN_BAR === 0);
  for (let left = beats; left > 0; left -= 1) {
    if (timeOf(left) > readyAt) break;
    await waitForAudioTime(context, timeOf(left), signal);
    onCount(left);
  }
  await waitForAudioTime(context, readyAt, signal);
}
