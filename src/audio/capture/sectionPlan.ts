import { MAX_VERSE_MS } from "../../../convex/shared/limits";
import { type Section, TAIL_MS } from "../../../convex/shared/sections";
import {
  barMs,
  barsInLoop,
  barStartMs,
  beatMs,
  type Rhythm,
} from "../../../convex/shared/beatGrid";

export const SECTION_BARS = [8, 12, 16, 24, 32] as const;

/** When a take of a section begins and ends. All times are in ms. */
export interface SectionPlan {
  /** Position on the beat at which the lead-in starts; it is always within the file. */
  readonly playFromMs: number;
  /** From the start of the lead-in to the start of the section. */
  readonly leadInMs: number;
  readonly leadInBeats: number;
  /** Position on the beat at which the section starts, counted through all loops. */
  readonly sectionFromMs: number;
  /** Length of the take, from the start of the section to the end of the tail. */
  readonly takeMs: number;
}

/** The recorder needs this time to start. At fast tempos, one bar is shorter. */
const LEAST_LEAD_IN_MS = 1_000;

/** Plans a take of a section. A section longer than its beat continues through the loops. */
export function planSection(
  { startBar, bars }: Section,
  rhythm: Rhythm,
): SectionPlan {
  const { loopMs } = rhythm;
  const sectionFromMs = barStartMs(rhythm, startBar);
  const leadInBars = Math.ceil(LEAST_LEAD_IN_MS / barMs(rhythm));
  const leadInMs = leadInBars * barMs(rhythm);
  const from = sectionFromMs - leadInMs;
  return {
    // The lead-in to bar 1 is the end of the loop.
    playFromMs: loopMs > 0 ? from - Math.floor(from / loopMs) * loopMs : 0,
    leadInMs,
    leadInBeats: Math.round(leadInMs / beatMs(rhythm)),
    sectionFromMs,
    takeMs: barStartMs(rhythm, startBar + bars) - sectionFromMs + TAIL_MS,
  };
}

export type SectionProblem =
  /** The section is longer than the longest verse. */
  | "tooLong"
  /** The section ends after the beat, which then repeats. */
  | "repeats";

/**
 * Returns what the rapper should know before recording a section, or null if there is nothing to
 * say.
 */
export function checkSection(
  section: Section,
  rhythm: Rhythm,
): SectionProblem | null {
  if (planSection(section, rhythm).takeMs > MAX_VERSE_MS) return "tooLong";
  const lastBar = section.startBar + section.bars - 1;
  return lastBar > barsInLoop(rhythm) ? "repeats" : null;
}
