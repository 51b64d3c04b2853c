import { useConvexAuth } from "@convex-dev/auth/react";
import { useEffect } from "react";
import { useViewer } from "../../hooks/useViewer";
import { logFailure } from "../../lib/logFailure";
import { watchInactivity } from "./watchInactivity";

const inactivityTimeoutMs = 300_000;

/**
 * Who comes back to the window after five idle minutes has the session checked. It is renewed over a request of its own,
 * since the socket of a computer that slept may not know yet that it is dead; a session that is gone is cleared by that.
 */
export function useInactivityRecheck(): void {
  const { fetchAccessToken } = useConvexAuth();
  const isSignedIn = useViewer() !== null;

  useEffect(() => {
    if (!isSignedIn) return;
    return watchInactivity(window, inactivityTimeoutMs, Date.now, () => {
      fetchAccessToken({ forceRefreshToken: true }).catch((error: unknown) =>
        logFailure("Session check", error),
      );
    });
  }, [isSignedIn, fetchAccessToken]);
}
