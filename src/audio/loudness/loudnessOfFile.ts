import type { StoredLoudness } from "../../../convex/shared/loudness";
import { logFailure } from "../../lib/logFailure";
import { measureFile } from "./measureInWorker";
import { storedLoudness } from "./storedLoudness";

const measured = new WeakMap<Blob, Promise<StoredLoudness | undefined>>();

/**
 * The loudness of a file as it is stored; undefined if this browser cannot decode it. Each file is
 * measured once, because its decoded sound takes much memory.
 */
export function loudnessOfFile(
  file: Blob,
): Promise<StoredLoudness | undefined> {
  const known = measured.get(file);
  if (known) return known;
  const measuring = measureFile(file).then(storedLoudness, (error: unknown) => {
    logFailure("measuring the loudness of a beat failed", error);
    return undefined;
  });
  measured.set(file, measuring);
  return measuring;
}
