/** How loud the file of a beat or verse is, measured by the client that published it. */
export interface StoredLoudness {
  lufs: number; // integrated, after ITU-R BS.1770-4
  truePeakDbtp: number;
}

const LUFS = { least: -70, most: 10 };
const TRUE_PEAK_DBTP = { least: -100, most: 20 };

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
