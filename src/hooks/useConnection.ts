import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";

/** Shorter interruptions than this are hidden: the viewer need not know about them. */
const PATIENCE_MS = 1_500;
/** A mutation that has waited longer than this has no connection, whatever the socket says. */
const ANSWER_MS = 5_000;

/** Without a network a device is "offline"; with one, the server may still be "unreachable". */
export type Connection = "connected" | "offline" | "unreachable";

/** Whether this device has a network. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(onLineChange, () => navigator.onLine);

/** Whether this page reaches the server. */
export function useConnection(): Connection {
  const isOnline = useIsOnline();
  const isLost = useIsLost();
  if (!isOnline) return "offline";
  return isLost ? "unreachable" : "connected";
}

/**
 * Whether the connection to the server has been lost for longer than a moment. A socket stays open
 * for a while after its connection is gone, so mutations without an answer count too. Other calls,
 * which may take their time, count only if the device says that it has no network.
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

/** Whether something, other than null, has been the same for this long. */
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
