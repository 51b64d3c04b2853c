import { api } from "../../../convex/_generated/api";
import type { BeatSummary } from "../../../convex/shared/validators";
import { useLiveQuery } from "../../hooks/useLiveQuery";

/** The name of whoever has the mic on a beat, if the only place that is left is theirs. */
export function useLastPlace(
  beat: Pick<BeatSummary, "id" | "verseCount" | "versesLimit">,
): string | null {
  const isLast = beat.versesLimit - beat.verseCount === 1;
  const result = useLiveQuery({
    query: api.cyphers.onBeat,
    args: isLast ? { beatId: beat.id } : "skip",
  });
  if (!isLast || result.status !== "success") return null;
  return result.data.open?.holder?.username ?? null;
}
