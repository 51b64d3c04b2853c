/**
 * The Devanagari digits १ २ ३, drawn as brush strokes. A font for three digits would be a hundred
 * times larger.
 */
const STROKES = [
  "M40 24c-6-13-26-9-25 5 1 13 21 13 24 0 1-4 1-8 0-11 7 15 3 31-4 44",
  "M13 22c4-13 29-12 28 3-1 11-14 15-25 14 14 3 20 12 28 25",
  "M13 17c8-10 28-7 26 5-1 9-11 11-19 10 12-1 23 3 21 13-2 11-18 10-25 4 11 1 21 6 26 17",
];

export function Numeral({ step }: { step: 0 | 1 | 2 }) {
  return (
    <svg viewBox="0 0 56 76" width="42" height="57" aria-hidden="true">
      <path
        d={STROKES[step]}
        fill="none"
        stroke="currentColor"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
