import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { ActTarget } from "../../../convex/shared/permissions";
import type { ContentType } from "../../../convex/shared/validators";
import { useCan } from "../../hooks/useCan";
import { logFailure } from "../../lib/logFailure";
import { applyVote } from "./applyVote";

/**
 * Returns a function that sets the viewer's vote for an item; undefined if the viewer may not
 * vote for it. Failures are only logged, because the client rolls back the optimistic change.
 */
export function useVoteHandler(
  contentType: ContentType,
  contentId: string,
  target: ActTarget,
): ((voted: boolean) => void) | undefined {
  const can = useCan();
  const set = useMutation(api.votes.set);
  const vote = useMemo(() => {
    const optimistic = set.withOptimisticUpdate(applyVote);
    return (voted: boolean) => {
      optimistic({ contentType, contentId, voted }).catch((error: unknown) =>
        logFailure("voting failed", error),
      );
    };
  }, [set, contentType, contentId]);
  return can("vote:set", target) ? vote : undefined;
}
