import { useEffect, useState } from "react";
import type { StoredLoudness } from "../../../convex/shared/loudness";
import { loudnessOfFile } from "../../audio/signal/loudnessOfFile";

/**
 * The loudness of a file, measured as soon as `isDue` is true; undefined until then, and for a file
 * that cannot be measured.
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
    void loudnessOfFile(file).then((loudness) => {
      if (!isGone) setLatest({ file, loudness });
    });
    return () => {
      isGone = true;
    };
  }, [file, isDue]);

  return latest?.file === file ? latest?.loudness : undefined;
}
