import { v, type Infer } from "convex/values";

/** Where the bars of a beat lie. Their length follows from its BPM. */
export const gridValidator = v.object({
  firstBarMs: v.number(), // from the start of the file, in whole ms
});
export type Grid = Infer<typeof gridValidator>;

const TONICS = [
  "C",
  "C#",
  "D",
  "D#",
  "E",
  "F",
  "F#",
  "G",
  "G#",
  "A",
  "A#",
  "B",
] as const;
export const MODES = ["major", "minor"] as const;

export type Mode = (typeof MODES)[number];
/** A musical key, such as "F# minor". */
export type MusicalKey = `${(typeof TONICS)[number]} ${Mode}`;

/** All 24 keys: the major ones from C to B, then the minor ones. */
export const MUSICAL_KEYS: readonly MusicalKey[] = MODES.flatMap((mode) =>
  TONICS.map((tonic) => `${tonic} ${mode}` as const),
);

/** A stored key. `checkBars` makes sure that it is in MUSICAL_KEYS. */
export const keyValidator = v.string();

const isMusicalKey = (value: string): value is MusicalKey =>
  MUSICAL_KEYS.some((key) => key === value);

export interface Bars {
  /** Null if bar 1 starts at the beginning of the file. */
  readonly grid: Grid | null;
  /** Null if the key is not known. */
  readonly key: string | null;
}

export const barsFields = {
  grid: v.union(gridValidator, v.null()),
  key: v.union(keyValidator, v.null()),
};

/**
 * Returns the first error in the bars of a beat that lasts `durationMs`, or
 * null.
 */
export function checkBars(
  { grid, key }: Bars,
  durationMs: number,
): "FIRST_BAR_INVALID" | "KEY_INVALID" | null {
  if (grid !== null && !isFirstBar(grid.firstBarMs, durationMs))
    return "FIRST_BAR_INVALID";
  return key === null || isMusicalKey(key) ? null : "KEY_INVALID";
}

/** Returns true if the first bar starts within the file. */
const isFirstBar = (firstBarMs: number, durationMs: number) =>
  Number.isFinite(firstBarMs) && firstBarMs >= 0 && firstBarMs < durationMs;
