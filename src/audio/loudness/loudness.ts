/** The loudness of a sound, measured as ITU-R BS.1770-4 defines it. */
export interface Loudness {
  /** Integrated loudness in LUFS; null for silence and for sounds shorter than 400 ms. */
  readonly lufs: number | null;
  /** Highest level at and between the samples, in dBTP; -Infinity for digital silence. */
  readonly truePeakDbtp: number;
}

/** Converts decibels to a gain. */
export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** Converts a gain to decibels; -Infinity for 0. */
export function decibelsOf(gain: number): number {
  return 20 * Math.log10(gain);
}
