import { api } from "../../../convex/_generated/api";
import type { BeatSummary } from "../../../convex/shared/validators";
import { useHidden } from "../../hooks/useHidden";
import { useLiveQuery } from "../../hooks/useLiveQuery";
import { useTexts } from "../../texts/TextsProvider";

/**
 * Returns who has the mic on a beat if the only place left is kept for them. A person whom the
 * viewer has blocked is not named.
 */
export function useLastPlace(
  beat: Pick<BeatSummary, "id" | "verseCount" | "versesLimit">,
): string | null {
  const t = useTexts("record");
  const hidden = useHidden();
  const isLast = beat.versesLimit - beat.verseCount === 1;
  const result = useLiveQuery({
    query: api.cyphers.onBeat,
    args: isLast ? { beatId: beat.id } : "skip",
  });
  if (!isLast || result.status !== "success") return null;
  const holder = result.data.open?.holder ?? null;
  return holder && (hidden.has(holder.userId) ? t.somebody : holder.username);
}
