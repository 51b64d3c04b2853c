import { BEATS_IN_BAR } from "../../../convex/shared/limits";
import { beatMs } from "../signal/beatGrid";
import { playClick } from "../signal/click";
import { waitForAudioTime } from "../signal/waitForAudioTime";
import type { CountIn } from "./countIn";
import type { Section, SectionPlan } from "./sectionPlan";

/** A section to record, and the beat that it belongs to. */
export interface SectionRequest extends CountIn {
  readonly section: Section;
  /** Whether clicks are heard over the lead-in. They are not recorded. */
  readonly hasClicks: boolean;
}

/** Time left for the recorder to start before the section. */
const RECORDER_LEAD_SECONDS = 0.5;

/**
 * Counts through a lead-in that starts at `startsAt`, in seconds on the context's clock. Resolves
 * shortly before the section starts, with its time. Rejects when the signal aborts or the context
 * closes.
 */
export async function countLeadIn(
  context: AudioContext,
  startsAt: number,
  { leadInMs, leadInBeats }: SectionPlan,
  { bpm, hasClicks, onCount }: SectionRequest,
  signal: AbortSignal,
): Promise<number> {
  const sectionAt = startsAt + leadInMs / 1000;
  const readyAt = sectionAt - RECORDER_LEAD_SECONDS;
  const beats = Array.from(
    { length: leadInBeats },
    (_, beat) => startsAt + (beat * beatMs({ bpm })) / 1000,
  );
  if (hasClicks) {
    for (const [beat, at] of beats.entries())
      playClick(context, at, beat % BEATS_IN_BAR === 0);
  }
  for (const [beat, at] of beats.entries()) {
    if (at > readyAt) break;
    await waitForAudioTime(context, at, signal);
    onCount(leadInBeats - beat);
  }
  await waitForAudioTime(context, readyAt, signal);
  return sectionAt;
}
