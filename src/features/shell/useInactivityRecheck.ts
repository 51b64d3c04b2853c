import { useConvexAuth } from "@convex-dev/auth/react";
import { useEffect } from "react";
import { useViewer } from "../../hooks/useViewer";
import { logFailure } from "../../lib/logFailure";
import { watchInactivity } from "./watchInactivity";

const INACTIVITY_TIMEOUT_MS = 300_000;

/**
 * Checks the session when the viewer returns to the window after more than five idle minutes. It
 * refreshes the token over a separate request, because the WebSocket of a computer that has slept
 * may not have noticed yet that it is dead. If the session no longer exists, this signs out.
 */
export function useInactivityRecheck(): void {
  const { fetchAccessToken } = useConvexAuth();
  const isSignedIn = useViewer() !== null;

  useEffect(() => {
    if (!isSignedIn) return;
    return watchInactivity(window, INACTIVITY_TIMEOUT_MS, Date.now, () => {
      fetchAccessToken({ forceRefreshToken: true }).catch((error: unknown) =>
        logFailure("checking the session failed", error),
      );
    });
  }, [isSignedIn, fetchAccessToken]);
}
