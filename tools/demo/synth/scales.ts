/** Semitones above the root. */
const SCALES = {
  minor: [0, 2, 3, 5, 7, 8, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  bhairav: [0, 1, 4, 5, 7, 8, 11],
  kirwani: [0, 2, 3, 5, 7, 8, 11],
} as const satisfies Record<string, readonly number[]>;

export type ScaleName = keyof typeof SCALES;

/**
 * Returns the frequency of the tone `degree` scale steps above a MIDI note, or
 * below it for a negative degree.
 */
export function hzOf(scale: ScaleName, root: number, degree: number): number {
  const steps = SCALES[scale];
  const octave = Math.floor(degree / steps.length);
  const step = steps[degree - octave * steps.length] ?? 0;
  return hzOfMidi(root + 12 * octave + step);
}

export function hzOfMidi(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}
