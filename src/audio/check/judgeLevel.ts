export type LevelVerdict = "silent" | "quiet" | "good" | "loud";

/** A voice that stays below this level (-36 dB) drowns in the noise of a cheap microphone. */
const QUIET_LEVEL = 0.4;
/** A source whose samples all stay below this (-80 dB) is muted, or not a microphone. */
const SILENT_PEAK = 1e-4;
/** A sample this close to full scale has most likely been clipped. */
const CLIPPED_PEAK = 0.98;

/**
 * Judges a voice by its loudest moment, as a level from `meterLevel`, and by its highest sample.
 */
export function judgeLevel(heard: {
  readonly loudest: number;
  readonly peak: number;
}): LevelVerdict {
  if (heard.peak <= SILENT_PEAK) return "silent";
  if (heard.peak >= CLIPPED_PEAK) return "loud";
  return heard.loudest < QUIET_LEVEL ? "quiet" : "good";
}
