import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";

/** Shorter interruptions than this are not shown, because they do not concern the viewer. */
const PATIENCE_MS = 1_500;
/** If a mutation has waited longer than this, there is no connection, whatever the socket says. */
const ANSWER_MS = 5_000;
/** A server may be this slow before a page stops to promise that it answers. */
const CUT_OFF_MS = 4_000;

/** Without a network a device is "offline"; with one, the server may still be "unreachable". */
export type Connection = "connected" | "offline" | "unreachable";

/** Returns whether this device has a network. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(onLineChange, () => navigator.onLine);

/** Returns whether this page can reach the server. */
export function useConnection(): Connection {
  const isOnline = useIsOnline();
  const isLost = useIsLost();
  if (!isOnline) return "offline";
  return isLost ? "unreachable" : "connected";
}

/**
 * Returns whether the connection to the server has been lost for longer than a moment. A socket may
 * stay open for a while after the connection is lost, so a mutation without an answer counts as
 * lost too. A query or action may take long, so it counts only if the device says that it has no
 * network.
 */
export function useIsLost(): boolean {
  const isOnline = useIsOnline();
  const state = useConvexConnectionState();
  const { isWebSocketConnected, timeOfOldestInflightRequest } = state;
  const isWaiting = isOnline
    ? state.inflightMutations > 0
    : state.hasInflightRequests;
  const waitsSince = isWaiting ? timeOfOldestInflightRequest : null;
  const isCut = useLasts(isWebSocketConnected ? null : "cut", PATIENCE_MS);
  const isUnanswered = useLasts(waitsSince?.getTime() ?? null, ANSWER_MS);
  return isCut || isUnanswered;
}

/** Returns whether a page that waits for its first data waits in vain. */
export function useIsCutOff(): boolean {
  const connection = useConnection();
  const isOffline = connection === "offline";
  return useLasts(
    connection === "connected" ? null : connection,
    // Without a network, what is kept on the device still takes a moment.
    isOffline ? PATIENCE_MS : CUT_OFF_MS,
  );
}

/** Returns whether a value other than null has stayed the same for this long. */
function useLasts(something: string | number | null, ms: number): boolean {
  const [isLasting, setIsLasting] = useState(false);

  useEffect(() => {
    if (something === null) return;
    const timer = setTimeout(() => setIsLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setIsLasting(false);
    };
  }, [something, ms]);

  return isLasting;
}

function onLineChange(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
