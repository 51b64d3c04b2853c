import { useConvex } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import type { BeatSummary } from "../../../convex/shared/validators";
import { logFailure } from "../../lib/logFailure";
import { showToast } from "../../lib/showToast";
import { useTexts } from "../../texts/TextsProvider";

/**
 * Returns a function that warns the viewer if a block keeps them from recording on a beat. The
 * function asks the server only when the recorder opens, and never closes the recorder, so that
 * existing takes stay.
 */
export function useWarnIfBlocked(beatId: BeatSummary["id"]): () => void {
  const convex = useConvex();
  const { byCode } = useTexts("errors");

  return useCallback(() => {
    const warn = async () => {
      const isAllowed = await convex.query(api.safety.mayRecordOn, { beatId });
      if (!isAllowed) showToast(byCode.BLOCKED, { isFailure: true });
    };
    warn().catch((error: unknown) =>
      logFailure("asking about blocks failed", error),
    );
  }, [convex, beatId, byCode]);
}
