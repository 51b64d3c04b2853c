import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { VerseSummary } from "../../../convex/shared/validators";
import { appPlayer } from "../../audio/player/appPlayer";
import { passOver } from "../../audio/player/passOver";
import { trackId } from "../../audio/player/track";

/** Returns a function that deletes a verse, and skips it in the player if it is playing. */
export function useDeleteVerse() {
  const remove = useMutation(api.verses.remove);
  return async (verseId: VerseSummary["id"]) => {
    await remove({ verseId });
    const playing = appPlayer.getState().track;
    if (playing?.id === trackId("verse", verseId)) passOver(appPlayer);
  };
}
