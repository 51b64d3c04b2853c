import { useQuery_experimental as useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { ContentType } from "../../../convex/shared/validators";
import { useViewer } from "../../hooks/useViewer";

/** The ids the viewer voted for among these; nobody but a listener has any. */
export function useMyVotes(
  contentType: ContentType,
  contentIds: readonly string[],
): ReadonlySet<string> {
  const role = useViewer()?.profile?.role;
  const isAsked = role === "listener" && contentIds.length > 0;
  const result = useQuery({
    query: api.votes.mine,
    args: isAsked ? { contentType, contentIds: [...contentIds] } : "skip",
  });
  return new Set(result.status === "success" ? result.data : []);
}
