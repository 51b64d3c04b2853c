import { useEffect } from "react";
import type { BeatSummary } from "../../../../convex/shared/validators";
import type { Recorder } from "../../../audio/studio/recorder";
import type { RecorderTurn } from "../recorderTurn";
import { leadOf } from "./leadOf";

/** Gives the recorder the bars of a turn and preloads the verse that leads in. */
export function useTurnSettings(
  turn: RecorderTurn | undefined,
  beat: Pick<BeatSummary, "bpm">,
  recorder: Recorder,
): void {
  useEffect(() => {
    if (!turn) return;
    recorder.changeSettings({ section: turn.section });
    const lead = turn.last && leadOf(turn.last, beat);
    if (lead) recorder.prepareLead(lead);
    // The turn stays as it was when the recorder opened.
    // oxlint-disable-next-line react/exhaustive-deps -- the beat changes with each vote
  }, [turn, recorder]);
}
