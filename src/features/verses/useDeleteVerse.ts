import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { VerseCard } from "../../../convex/shared/validators";
import { appPlayer } from "../../audio/appPlayer";
import { trackId } from "../../audio/track";

export function useDeleteVerse() {
  const remove = useMutation(api.verses.remove);
  return async (verseId: VerseCard["id"]) => {
    await remove({ verseId });
    const playing = appPlayer.getState().track;
    if (playing?.id === trackId("verse", verseId)) appPlayer.close();
  };
}
