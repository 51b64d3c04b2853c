import { api } from "../../../convex/_generated/api";
import { useCan } from "../../hooks/useCan";
import { useLiveQuery } from "../../hooks/useLiveQuery";

/** Returns those of the given verses that the viewer may answer; empty while loading. */
export function useAnswerable(
  verseIds: readonly string[],
): ReadonlySet<string> {
  const can = useCan();
  const isAsked = can("verse:create") && verseIds.length > 0;
  const result = useLiveQuery({
    query: api.verses.answerable,
    args: isAsked ? { verseIds: [...verseIds] } : "skip",
  });
  return new Set(result.status === "success" ? result.data : []);
}
