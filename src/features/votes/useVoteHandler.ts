import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { ContentType } from "../../../convex/shared/validators";
import { useCan } from "../../hooks/useCan";
import { logFailure } from "../../lib/logFailure";
import { applyVote } from "./optimisticVote";

/**
 * What a listener's click on this item's button does; undefined for everybody who may only look. Failures are only
 * logged: the optimistic change is taken back by itself.
 */
export function useVoteHandler(
  contentType: ContentType,
  contentId: string,
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
  return can("vote:set") ? vote : undefined;
}
