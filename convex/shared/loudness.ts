/** How loud the file of a beat or verse is, measured by the client that published it. */
export interface StoredLoudness {
  lufs: number; // integrated, after ITU-R BS.1770-4
  truePeakDbtp: number;
}

/** Samples over 60 dB are silenced before a beat is sent, and peaks lie a little above them. */
const MOST = 90;
const LUFS = { least: -70, most: MOST };
const TRUE_PEAK_DBTP = { least: -100, most: MOST };

/** Returns true if a sound can have these values; NaN and infinities cannot. */
export function isLoudness({ lufs, truePeakDbtp }: StoredLoudness): boolean {
  return isWithin(lufs, LUFS) && isWithin(truePeakDbtp, TRUE_PEAK_DBTP);
}

function isWithin(
  value: number,
  { least, most }: { least: number; most: number },
): boolean {
  return value >= least && value <= most;
}
