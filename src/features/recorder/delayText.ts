import type { RecorderTexts } from "../../texts/useRecorderTexts";
import type { DelayProblem } from "../../audio/studio/delayCheck";
import type { DelayInUse } from "../../audio/delay/delayInUse";

type DelayTexts = RecorderTexts["delay"];

export function delayText(t: DelayTexts, { source, seconds }: DelayInUse) {
  if (seconds === null) return t.unknown;
  const ms = Math.round(seconds * 1000);
  return source === "measured" ? t.measured(ms) : t.reported(ms);
}

export function movedText(t: DelayTexts, correctionMs: number): string {
  return correctionMs > 0
    ? t.movedLater(correctionMs)
    : t.movedEarlier(-correctionMs);
}

export function delayProblemText(
  { problems }: DelayTexts,
  problem: Exclude<DelayProblem, "microphone">,
  hasHeadphones: boolean,
): string {
  return problem === "unheard" && !hasHeadphones
    ? problems.unheardSpeakers
    : problems[problem];
}

/** Describes how far the voice of a finished take is moved. */
export function timingText(
  t: RecorderTexts["voice"],
  timingMs: number,
): string {
  if (timingMs === 0) return t.asRecorded;
  return timingMs > 0 ? t.later(timingMs) : t.earlier(-timingMs);
}
