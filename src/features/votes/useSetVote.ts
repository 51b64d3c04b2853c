import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { ContentType } from "../../../convex/shared/validators";
import { logFailure } from "../../lib/logFailure";
import { applyVote } from "./optimisticVote";

/** Failures are only logged; the optimistic change is taken back by itself. */
export function useSetVote(contentType: ContentType) {
  const set = useMutation(api.votes.set);
  return useMemo(() => {
    const optimistic = set.withOptimisticUpdate(applyVote);
    return (contentId: string, voted: boolean) => {
      optimistic({ contentType, contentId, voted }).catch((error: unknown) =>
        logFailure("voting failed", error),
      );
    };
  }, [set, contentType]);
}
