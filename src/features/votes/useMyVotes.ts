import { useLiveQuery } from "../../hooks/useLiveQuery";
import { api } from "../../../convex/_generated/api";
import type { ContentType } from "../../../convex/shared/validators";
import { useViewer } from "../../hooks/useViewer";

/**
 * Returns those of the given ids that the viewer has voted for. Only listeners can vote, so the set
 * is empty for everyone else, and while loading.
 */
export function useMyVotes(
  contentType: ContentType,
  contentIds: readonly string[],
): ReadonlySet<string> {
  const role = useViewer()?.profile?.role;
  const isAsked = role === "listener" && contentIds.length > 0;
  const result = useLiveQuery({
    query: api.votes.mine,
    args: isAsked ? { contentType, contentIds: [...contentIds] } : "skip",
  });
  return new Set(result.status === "success" ? result.data : []);
}
