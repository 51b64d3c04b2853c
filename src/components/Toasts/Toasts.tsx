import { Suspense, lazy, useEffect, useState } from "react";
import { toastWanted } from "../../lib/toast";

const ToastStack = lazy(async () => ({
  default: (await import("./ToastStack")).ToastStack,
}));

/** Toasts are rare: their stack is mounted with the first one, which waits for it in the queue. */
export function Toasts() {
  const [isWanted, setIsWanted] = useState(false);

  useEffect(() => {
    const want = () => setIsWanted(true);
    window.addEventListener(toastWanted, want, { once: true });
    return () => window.removeEventListener(toastWanted, want);
  }, []);

  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  );
}
