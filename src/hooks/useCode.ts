import { startTransition, useEffect, useState } from "react";
import type { Code } from "../lib/code";
import { keepLoading } from "../lib/keepLoading";
import { reloadIfReached } from "../lib/reloadIfReached";

interface UsedCode<Part> {
  /** Null until the code has loaded. */
  loaded: Part | null;
  hasFailed: boolean;
  /**
   * Tries again. If that fails although the server answers, reloads the page: either the site was
   * updated, or the browser remembers the failure.
   */
  retry: () => void;
}

/** Loads a part of the app while the component is mounted, and tries again after failures. */
export function useCode<Part>(code: Code<Part>): UsedCode<Part> {
  const [loaded, setLoaded] = useState(() => code.loaded);
  const [hasFailed, setHasFailed] = useState(false);
  const [retries, setRetries] = useState(0);

  useEffect(() => {
    if (loaded !== null) return;
    return keepLoading(code, {
      onLoaded: (part) => startTransition(() => setLoaded(() => part)),
      onFailure: (failures) => {
        setHasFailed(true);
        if (retries > 0 && failures === 1) void reloadIfReached();
      },
    });
  }, [code, loaded, retries]);

  const retry = () => {
    setHasFailed(false);
    setRetries((count) => count + 1);
  };
  return { loaded, hasFailed, retry };
}
