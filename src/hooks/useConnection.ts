import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";

/** Shorter interruptions than this are hidden: the viewer need not know about them. */
const PATIENCE_MS = 1_500;

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

/** Whether the connection to the server has been lost for longer than a moment. */
export function useIsLost(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  const [isLost, setIsLost] = useState(false);

  useEffect(() => {
    if (isWebSocketConnected) return;
    const timer = setTimeout(() => setIsLost(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setIsLost(false);
    };
  }, [isWebSocketConnected]);

  return isLost;
}

function onLineChange(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
