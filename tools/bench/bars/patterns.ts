/**
 * Drum patterns of the product's genres, written in sixteenths of a bar in four.
 * Each genre offers several choices, from which a seeded draw picks.
 */
import type { Genre } from "../../../convex/shared/genres.ts";

export interface Pattern {
  readonly kicks: readonly (readonly number[])[];
  readonly snares: readonly (readonly number[])[];
  /** The same at tempos below `HALF_TIME_FROM_BPM`, if the genre counts differently there. */
  readonly slowSnares?: readonly (readonly number[])[];
  /** Steps between hats: 4 quarters, 2 eighths, 1 sixteenths. */
  readonly hatSteps: readonly number[];
  /** Chance that a beat has a roll of hats at twice the speed. */
  readonly rolls: number;
  /** How late every second sixteenth comes, as a fraction of a sixteenth. */
  readonly swing: readonly [number, number];
  /** Greatest random deviation of a hit. */
  readonly jitterMs: number;
  /** The bass follows the kicks with long notes instead of short ones. */
  readonly has808: boolean;
  readonly clap: boolean;
  readonly vinyl: boolean;
  /** Loudness of the chords against the drums. */
  readonly chords: number;
}

/**
 * Below this tempo, genres in half time are counted with the snare on 2 and 4:
 * nobody counts a bar of four seconds with one snare in it.
 */
export const HALF_TIME_FROM_BPM = 100;

const BACKBEAT = [[4, 12]];

export const PATTERNS: Record<Genre, Pattern> = {
  "Hip Hop": {
    kicks: [
      [0, 6, 10],
      [0, 7, 10],
      [0, 3, 10],
      [0, 10, 14],
    ],
    snares: BACKBEAT,
    hatSteps: [2, 2, 1],
    rolls: 0.05,
    swing: [0, 0.15],
    jitterMs: 4,
    has808: false,
    clap: false,
    vinyl: false,
    chords: 0.5,
  },
  Trap: {
    kicks: [
      [0, 6, 14],
      [0, 3, 11],
      [0, 10],
      [0, 5, 7, 13],
    ],
    snares: [[8]],
    slowSnares: BACKBEAT,
    hatSteps: [2, 1, 1],
    rolls: 0.3,
    swing: [0, 0],
    jitterMs: 1,
    has808: true,
    clap: true,
    vinyl: false,
    chords: 0.5,
  },
  "Boom Bap": {
    kicks: [
      [0, 10],
      [0, 2, 10],
      [0, 7, 10, 11],
      [0, 3, 8, 10],
    ],
    snares: BACKBEAT,
    hatSteps: [2],
    rolls: 0,
    swing: [0.15, 0.4],
    jitterMs: 5,
    has808: false,
    clap: false,
    vinyl: true,
    chords: 0.6,
  },
  "Lo-Fi": {
    kicks: [
      [0, 10],
      [0, 7],
      [0, 3, 10],
    ],
    snares: BACKBEAT,
    hatSteps: [2, 2, 4],
    rolls: 0,
    swing: [0.15, 0.4],
    jitterMs: 9,
    has808: false,
    clap: false,
    vinyl: true,
    chords: 1,
  },
  Drill: {
    kicks: [
      [0, 6, 11],
      [0, 3, 10],
      [0, 7, 13],
    ],
    snares: [[8], [8, 14], [6, 14]],
    slowSnares: BACKBEAT,
    hatSteps: [3, 1],
    rolls: 0.3,
    swing: [0, 0],
    jitterMs: 1,
    has808: true,
    clap: false,
    vinyl: false,
    chords: 0.5,
  },
  Grime: {
    kicks: [
      [0, 6, 12],
      [0, 3, 6, 11],
      [0, 10, 14],
    ],
    snares: [[8], [4, 12]],
    slowSnares: BACKBEAT,
    hatSteps: [2, 1],
    rolls: 0.1,
    swing: [0, 0],
    jitterMs: 1,
    has808: true,
    clap: true,
    vinyl: false,
    chords: 0.4,
  },
  Experimental: {
    kicks: [
      [0, 5, 9],
      [0, 3, 6, 13],
      [0, 11],
    ],
    snares: [[4, 12], [8], [5, 12], [4, 11]],
    hatSteps: [1, 2, 3],
    rolls: 0.2,
    swing: [0, 0.3],
    jitterMs: 8,
    has808: false,
    clap: false,
    vinyl: true,
    chords: 0.9,
  },
  "Old School": {
    kicks: [
      [0, 6, 8],
      [0, 3, 8, 10],
      [0, 8, 10],
      [0, 7, 8, 14],
    ],
    snares: BACKBEAT,
    hatSteps: [1, 2],
    rolls: 0.05,
    swing: [0, 0.05],
    jitterMs: 1,
    has808: false,
    clap: true,
    vinyl: false,
    chords: 0.3,
  },
  "R&B": {
    kicks: [
      [0, 7, 10],
      [0, 6],
      [0, 3, 10, 13],
    ],
    snares: BACKBEAT,
    hatSteps: [1, 2],
    rolls: 0.1,
    swing: [0, 0.25],
    jitterMs: 5,
    has808: true,
    clap: true,
    vinyl: false,
    chords: 1,
  },
  "Pop Rap": {
    kicks: [
      [0, 8],
      [0, 4, 8, 12],
      [0, 6, 8],
    ],
    snares: BACKBEAT,
    hatSteps: [2, 1, 4],
    rolls: 0.1,
    swing: [0, 0.05],
    jitterMs: 1,
    has808: false,
    clap: true,
    vinyl: false,
    chords: 0.7,
  },
};
