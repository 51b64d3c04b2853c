import { isLoudness, type StoredLoudness } from "../../shared/loudness";
import { appError } from "../errors";

/**
 * Checks only that the values are possible for a sound. They come from the
 * client, and players use them for nothing but the volume.
 * @throws LOUDNESS_INVALID
 */
export function requireLoudness(loudness: StoredLoudness | undefined): void {
  if (loudness && !isLoudness(loudness)) throw appError("LOUDNESS_INVALID");
}
