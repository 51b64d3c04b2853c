import { useMutation } from "convex/react";
import { useLiveQuery } from "../../hooks/useLiveQuery";
import { api } from "../../../convex/_generated/api";
import type { VersesLimit } from "../../../convex/shared/limits";
import type { Terms } from "../../../convex/shared/terms";
import type { BeatSummary } from "../../../convex/shared/validators";
import { appPlayer } from "../../audio/player/appPlayer";
import { trackId } from "../../audio/player/track";

/** The query for a beat. Its data is null if the beat does not exist. */
export function useBeat(beatId: string) {
  return useLiveQuery({ query: api.beats.get, args: { beatId } });
}

export function useSetVersesLimit() {
  const set = useMutation(api.beats.setVersesLimit);
  return (beatId: BeatSummary["id"], versesCount: VersesLimit) =>
    set({ beatId, versesCount });
}

export function useSetTerms() {
  const set = useMutation(api.beats.setTerms);
  return (beatId: BeatSummary["id"], terms: Terms) => set({ beatId, terms });
}

/** Returns a function that deletes a beat and stops it if it is playing. */
export function useDeleteBeat() {
  const remove = useMutation(api.beats.remove);
  return async (beatId: BeatSummary["id"]) => {
    await remove({ beatId });
    const playing = appPlayer.getState().track;
    if (playing?.id === trackId("beat", beatId)) appPlayer.close();
  };
}
