import type { VerseSummary } from "../../../convex/shared/validators";
import { useHidden } from "../../hooks/useHidden";
import { useViewer } from "../../hooks/useViewer";
import { isVerseHidden } from "../safety/hiding";

/** Returns the verses that the viewer's blocks do not hide. */
export function useShownVerses(
  verses: readonly VerseSummary[],
): VerseSummary[] {
  return useShownOf()(verses);
}

/** Returns a function that picks the verses that the viewer's blocks do not hide. */
export function useShownOf(): (
  verses: readonly VerseSummary[],
) => VerseSummary[] {
  const hidden = useHidden();
  const viewerId = useViewer()?.userId;
  return (verses) =>
    verses.filter((verse) => !isVerseHidden(verse, hidden, viewerId));
}
