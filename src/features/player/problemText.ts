import type { PlaybackProblem } from "../../audio/player";
import type { TrackKind } from "../../audio/track";
import type { Texts } from "../../texts/TextsProvider";

/** What a person reads when a track would not play. */
export function problemText(
  texts: Texts["player"]["problems"],
  kind: TrackKind,
  problem: PlaybackProblem,
): string {
  switch (problem) {
    case "missing":
      return kind === "beat" ? texts.missingBeat : texts.missing;
    case "refused":
      return kind === "beat" ? texts.refusedBeat : texts.decode;
    default:
      return texts[problem];
  }
}
