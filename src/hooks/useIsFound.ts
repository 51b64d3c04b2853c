import { useEffect, useState } from "react";
import { logFailure } from "../lib/logFailure";

/**
 * Returns true once `look` has found something on this device. `look` is called again whenever
 * `visit` changes. `look` must stay the same.
 */
export function useIsFound(look: () => Promise<boolean>, visit = 0): boolean {
  const [isFound, setIsFound] = useState(false);

  useEffect(() => {
    let isGone = false;
    look()
      .then((isThere) => {
        if (isThere && !isGone) setIsFound(true);
      })
      .catch((error: unknown) =>
        logFailure("looking for what this device holds failed", error),
      );
    return () => {
      isGone = true;
    };
  }, [look, visit]);

  return isFound;
}
