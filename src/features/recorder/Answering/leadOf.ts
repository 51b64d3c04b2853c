import type {
  BeatSummary,
  VerseSummary,
} from "../../../../convex/shared/validators";
import type { Section } from "../../../../convex/shared/sections";
import { SECTION_BARS } from "../../../audio/capture/sectionPlan";
import {
  planVerseLead,
  type VerseLead,
} from "../../../audio/capture/verseLead";
import { barsInLoop, type Rhythm } from "../../../../convex/shared/beatGrid";
import { reachableUrl } from "../../../lib/reachableUrl";

type Verse = Pick<
  VerseSummary,
  "fileUrl" | "durationMs" | "section" | "loudness"
>;
type Beat = Pick<BeatSummary, "bpm" | "durationMs" | "grid">;

const rhythmOf = ({ bpm, durationMs, grid }: Beat): Rhythm => ({
  ...{ bpm, loopMs: durationMs, firstBarMs: grid?.firstBarMs },
});

/**
 * Returns the end of a verse, as it leads into an answer; null if the verse has no file or is too
 * short.
 */
export function leadOf(
  verse: Verse,
  beat: Pick<Beat, "bpm">,
): VerseLead | null {
  if (verse.fileUrl === null) return null;
  const url = reachableUrl(verse.fileUrl);
  return planVerseLead({ ...verse, url }, beat);
}

/**
 * Proposes the section of an answer: as many bars as the verse has, starting where the verse ends.
 * Null if the bars of the verse are unknown.
 */
export function sectionAfter(
  { section }: Pick<Verse, "section">,
  beat: Beat,
): Section | null {
  if (section === null) return null;
  const [fewest] = SECTION_BARS;
  const bars =
    SECTION_BARS.findLast((choice) => choice <= section.bars) ?? fewest;
  const startBar =
    ((section.startBar - 1 + section.bars) % barsInLoop(rhythmOf(beat))) + 1;
  return { startBar, bars };
}
