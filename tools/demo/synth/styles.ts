import type { Genre } from "../../../convex/shared/genres.ts";
import type { KitName } from "./drums.ts";
import type { InstrumentName } from "./tones.ts";

/** The sound of a genre. Bars are strings of sixteenth notes. */
export interface Style {
  readonly kit: KitName;
  /** Delay of every second sixteenth, in sixteenths. */
  readonly swing: number;
  /**
   * Alternating bars: `x` strikes, `o` strikes softly, `r` rolls, `O` opens the
   * hat.
   */
  readonly kick: readonly string[];
  readonly snare: readonly string[];
  readonly hat: readonly string[];
  readonly bass: InstrumentName;
  /** `x` plays the root, `5` the fifth, `8` the octave, `/` the root sliding up. */
  readonly bassline: readonly string[];
  readonly lead: InstrumentName;
  /**
   * Share of a bar's strong and weak sixteenths that the melody plays, from 0
   * to 1.
   */
  readonly leadDensity: { readonly strong: number; readonly weak: number };
  readonly chords: InstrumentName | null;
  readonly isDusty?: boolean;
}

export const STYLES: Readonly<Record<Genre, Style>> = {
  "Hip Hop": {
    kit: "acoustic",
    swing: 0.16,
    kick: ["x..x..x...x.....", "x..x......xx..o."],
    snare: ["....x.......x...", "....x.......x..o"],
    hat: ["x.x.x.x.x.x.x.x."],
    bass: "round",
    bassline: ["x..x..5...x.....", "x..x......85...."],
    lead: "string",
    leadDensity: { strong: 0.5, weak: 0.15 },
    chords: "keys",
  },
  Trap: {
    kit: "808",
    swing: 0,
    kick: ["x.....x...x.....", "x..x......x...x."],
    snare: ["........x......."],
    hat: ["x.x.x.xrx.x.xrx.", "x.x.r.x.x.xrx.rr"],
    bass: "sub",
    bassline: ["x.....x...x.....", "x..x......x.../."],
    lead: "bell",
    leadDensity: { strong: 0.5, weak: 0.1 },
    chords: "pad",
  },
  "Boom Bap": {
    kit: "dusty",
    swing: 0.3,
    kick: ["x.....ox..x.....", "x..x...x..x..o.."],
    snare: ["....x.......x...", "....x..o....x..."],
    hat: ["x.x.x.x.x.x.x.O.", "x.x.x.xox.x.x.x."],
    bass: "round",
    bassline: ["x.....5x..x.....", "x..x...8..5....."],
    lead: "keys",
    leadDensity: { strong: 0.4, weak: 0.2 },
    chords: "keys",
    isDusty: true,
  },
  "Lo-Fi": {
    kit: "dusty",
    swing: 0.34,
    kick: ["x.......x.o.....", "x.....x.x......."],
    snare: ["....x.......x..."],
    hat: ["x.o.x.o.x.o.x.o."],
    bass: "round",
    bassline: ["x.......5......."],
    lead: "bell",
    leadDensity: { strong: 0.35, weak: 0.12 },
    chords: "keys",
    isDusty: true,
  },
  Drill: {
    kit: "hard",
    swing: 0,
    kick: ["x.....x.....x...", "x..x......x....."],
    snare: ["......x.......x.", "......x.......xo"],
    hat: ["x..x..x..x..x.x.", "x..x..xrx..x..rr"],
    bass: "sub",
    bassline: ["x...../.....x...", "/..x......8...5."],
    lead: "string",
    leadDensity: { strong: 0.45, weak: 0.2 },
    chords: "pad",
  },
  Grime: {
    kit: "hard",
    swing: 0,
    kick: ["x.....x...x.....", "x..x..x.....x..."],
    snare: ["........x.......", "....o...x......x"],
    hat: ["..x...x...x...x.", "..x.x.x...x.x.xr"],
    bass: "square",
    bassline: ["x.x...8.5...x...", "x..x..8..x..5.8."],
    lead: "stab",
    leadDensity: { strong: 0.55, weak: 0.3 },
    chords: null,
  },
  Experimental: {
    kit: "808",
    swing: 0.1,
    kick: ["x....x....x..x..", "x..x....x....xo."],
    snare: ["....x.....x.....", ".....x.......x.r"],
    hat: ["xrx..xx.r.x.x.Ox", "x.xx.r.xx..x.xr."],
    bass: "square",
    bassline: ["x....8....5..x..", "/..x....8....5.."],
    lead: "string",
    leadDensity: { strong: 0.5, weak: 0.35 },
    chords: "bell",
  },
  "Old School": {
    kit: "808",
    swing: 0,
    kick: ["x..x....x.x.....", "x..x..x.x.x....."],
    snare: ["....x.......x..."],
    hat: ["x.xxx.xxx.xxx.xx", "x.xxx.xxx.xxx.O."],
    bass: "round",
    bassline: ["x..x..8.x.x...5.", "x..x..8.5.x...8."],
    lead: "stab",
    leadDensity: { strong: 0.4, weak: 0.25 },
    chords: null,
  },
  "R&B": {
    kit: "acoustic",
    swing: 0.2,
    kick: ["x......o..x.....", "x.......x.x...o."],
    snare: ["....x.......x..."],
    hat: ["x.xox.x.x.xox.O."],
    bass: "sub",
    bassline: ["x.........5.....", "x.......8.5....."],
    lead: "bell",
    leadDensity: { strong: 0.35, weak: 0.1 },
    chords: "keys",
  },
  "Pop Rap": {
    kit: "808",
    swing: 0,
    kick: ["x...x...x...x...", "x...x...x...x.o."],
    snare: ["....x.......x..."],
    hat: ["..O...O...O...O."],
    bass: "square",
    bassline: ["..x...x...x...x.", "..x...8...x...5."],
    lead: "bell",
    leadDensity: { strong: 0.65, weak: 0.15 },
    chords: "pad",
  },
};
