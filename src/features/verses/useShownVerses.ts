import type { VerseSummary } from "../../../convex/shared/validators";
import { useHidden } from "../../hooks/useHidden";
import { useViewer } from "../../hooks/useViewer";
import { isVerseHidden } from "../safety/hiding";

/** Those of the verses whose makers the viewer has not blocked. */
export function useShownVerses(
  verses: readonly VerseSummary[],
): VerseSummary[] {
  return useShownOf()(verses);
}

/** Returns what picks them. */
export function useShownOf(): (
  verses: readonly VerseSummary[],
) => VerseSummary[] {
  const hidden = useHidden();
  const viewerId = useViewer()?.userId;
  return (verses) =>
    verses.filter((verse) => !isVerseHidden(verse, hidden, viewerId));
}
