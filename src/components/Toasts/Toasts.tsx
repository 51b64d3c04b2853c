import { useEffect, useState } from "react";
import { loadNotifications, TOAST_WANTED } from "../../lib/showToast";
import { onDemand } from "../OnDemand/onDemand";

/**
 * After this time the first page has loaded even on a slow connection, so this download delays
 * nothing.
 */
const PRELOAD_AFTER_MS = 10_000;

const loadStack = async () => (await import("./ToastStack")).ToastStack;

const ToastStack = onDemand(loadStack, { isQuiet: true });

/**
 * Mounts the toast stack with the first toast, since most visits show none. The first toast waits
 * in the queue until then. The code is loaded ahead, because a toast may have to report a lost
 * connection.
 */
export function Toasts() {
  const [isWanted, setIsWanted] = useState(false);

  useEffect(() => {
    const want = () => setIsWanted(true);
    window.addEventListener(TOAST_WANTED, want, { once: true });
    return () => window.removeEventListener(TOAST_WANTED, want);
  }, []);

  useEffect(() => {
    const timer = setTimeout(preload, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!isWanted) return null;
  return <ToastStack />;
}

/** This failure does not matter yet, because the first toast tries again. */
function preload(): void {
  loadNotifications().catch(() => undefined);
  loadStack().catch(() => undefined);
}
