import { isLoudness, type StoredLoudness } from "./loudness";

/**
 * The loudness that published verses have. Louder sounds are turned down to it.
 */
const TARGET_LUFS = -14;
const CEILING_DBTP = -1;

/**
 * Returns the volume, from 0 to 1, at which a sound is as loud as others, with
 * a true peak of at most -1 dBTP. An audio element cannot amplify, so quieter
 * sounds stay as they are. Sounds without stored loudness, or with an
 * impossible one, play at full volume.
 */
export function equalGain(loudness: StoredLoudness | undefined): number {
  if (!loudness || !isLoudness(loudness)) return 1;
  const { lufs, truePeakDbtp } = loudness;
  const decibels = Math.min(TARGET_LUFS - lufs, CEILING_DBTP - truePeakDbtp, 0);
  return 10 ** (decibels / 20);
}
