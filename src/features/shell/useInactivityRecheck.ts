import { useConvexAuth } from "@convex-dev/auth/react";
import { useEffect } from "react";
import { useViewer } from "../../hooks/useViewer";
import { logFailure } from "../../lib/logFailure";
import { watchInactivity } from "./watchInactivity";

const INACTIVITY_TIMEOUT_MS = 300_000;

/**
 * Checks the session when the viewer returns to the window after more than five idle minutes.
 * Refreshes the token with a separate request, because after a computer has slept, its WebSocket
 * may be dead without having noticed. Signs out if the session no longer exists.
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
