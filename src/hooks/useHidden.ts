import { useMemo } from "react";
import { useViewer } from "./useViewer";

const NOBODY: ReadonlySet<string> = new Set();

/**
 * The ids of everyone whom the viewer has blocked. They are part of the viewer, so no query is
 * needed.
 */
export function useHidden(): ReadonlySet<string> {
  const ids = useViewer()?.hiddenUserIds;
  return useMemo(
    () => (ids === undefined || ids.length === 0 ? NOBODY : new Set(ids)),
    [ids],
  );
}
