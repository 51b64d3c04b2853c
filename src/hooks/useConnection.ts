import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";

/** Shorter interruptions than this are hidden: the viewer need not know about them. */
export const PATIENCE_MS = 1_500;

/** Without a network a device is "offline"; with one, the server may still be "unreachable". */
export type Connection = "connected" | "offline" | "unreachable";

/** Whether this page reaches the server. */
export function useConnection(): Connection {
  const { isWebSocketConnected } = useConvexConnectionState();
  const isOnline = useSyncExternalStore(onLineChange, () => navigator.onLine);
  const [isLost, setIsLost] = useState(false);

  useEffect(() => {
    if (isWebSocketConnected) return;
    const timer = setTimeout(() => setIsLost(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setIsLost(false);
    };
  }, [isWebSocketConnected]);

  if (!isOnline) return "offline";
  return isLost ? "unreachable" : "connected";
}

function onLineChange(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
