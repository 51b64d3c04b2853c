import { useMutation, useQuery_experimental as useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { VersesLimit } from "../../../convex/shared/limits";
import type { BeatCard } from "../../../convex/shared/validators";
import { appPlayer } from "../../audio/appPlayer";
import { trackId } from "../../audio/track";

/** The beat, null when there is none, in the states of its query. */
export function useBeat(beatId: string) {
  return useQuery({ query: api.beats.get, args: { beatId } });
}

export function useSetVersesLimit() {
  const set = useMutation(api.beats.setVersesLimit);
  return (beatId: BeatCard["id"], versesCount: VersesLimit) =>
    set({ beatId, versesCount });
}

export function useDeleteBeat() {
  const remove = useMutation(api.beats.remove);
  return async (beatId: BeatCard["id"]) => {
    await remove({ beatId });
    const playing = appPlayer.getState().track;
    if (playing?.id === trackId("beat", beatId)) appPlayer.close();
  };
}
