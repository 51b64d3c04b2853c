import {
  isLoudness,
  type StoredLoudness,
} from "../../../convex/shared/loudness.ts";
import type { Loudness } from "./loudness.ts";

/** Loudness as it is stored; undefined for silence and for values that the server would refuse. */
export function storedLoudness(
  measured: Loudness | undefined,
): StoredLoudness | undefined {
  if (!measured || measured.lufs === null) return undefined;
  const { lufs, truePeakDbtp } = measured;
  return isLoudness({ lufs, truePeakDbtp })
    ? { lufs, truePeakDbtp }
    : undefined;
}
