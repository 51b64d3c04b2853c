import { useEffect, useState } from "react";
import type { StoredLoudness } from "../../../convex/shared/loudness";
import { measureFile } from "../../audio/loudness/measureInWorker";
import { storedLoudness } from "../../audio/loudness/storedLoudness";
import { logFailure } from "../../lib/logFailure";

/**
 * The loudness of a file, measured once `isDue` says so; undefined until then, and for a file that
 * cannot be measured.
 */
export function useFileLoudness(
  file: Blob | null,
  isDue: boolean,
): StoredLoudness | undefined {
  const [latest, setLatest] = useState<{
    file: Blob;
    loudness: StoredLoudness | undefined;
  }>();

  useEffect(() => {
    if (!file || !isDue) return;
    let isGone = false;
    measureFile(file)
      .then((measured) => {
        if (!isGone) setLatest({ file, loudness: storedLoudness(measured) });
      })
      .catch((error: unknown) =>
        logFailure("measuring the loudness of a beat failed", error),
      );
    return () => {
      isGone = true;
    };
  }, [file, isDue]);

  return latest?.file === file ? latest?.loudness : undefined;
}
