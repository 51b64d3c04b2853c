import type { Texts } from "../../texts/texts";
import type { PlaybackProblem } from "../../audio/player/playerState";
import type { TrackKind } from "../../audio/player/track";

/** Returns the text to show for a track that did not play. */
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
