import { useEffect, useState } from "react";
import { TOAST_WANTED } from "../../lib/showToast";
import { onDemand } from "../OnDemand/onDemand";

const ToastStack = onDemand(
  async () => (await import("./ToastStack")).ToastStack,
  { isQuiet: true },
);

/**
 * Mounts the toast stack with the first toast, since most visits show none. The first toast waits
 * in the queue until then.
 */
export function Toasts() {
  const [isWanted, setIsWanted] = useState(false);

  useEffect(() => {
    const want = () => setIsWanted(true);
    window.addEventListener(TOAST_WANTED, want, { once: true });
    return () => window.removeEventListener(TOAST_WANTED, want);
  }, []);

  if (!isWanted) return null;
  return <ToastStack />;
}
