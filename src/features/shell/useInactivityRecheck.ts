import { useAuthActions } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { useViewer } from "../../hooks/useViewer";
import { logFailure } from "../../lib/logFailure";
import { watchInactivity } from "./watchInactivity";

const inactivityTimeoutMs = 300_000;

/** Who comes back to the window after five idle minutes has the session checked; one that is gone is cleared. */
export function useInactivityRecheck(): void {
  const convex = useConvex();
  const { signOut } = useAuthActions();
  const isSignedIn = useViewer() !== null;

  useEffect(() => {
    if (!isSignedIn) return;
    return watchInactivity(window, inactivityTimeoutMs, Date.now, () => {
      convex
        .query(api.viewer.get, {})
        .then((viewer) => (viewer === null ? signOut() : undefined))
        .catch((error: unknown) => logFailure("Session check", error));
    });
  }, [isSignedIn, convex, signOut]);
}
