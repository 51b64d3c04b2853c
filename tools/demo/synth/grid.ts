import type { Genre } from "../../../convex/shared/genres.ts";
import type { ScaleName } from "./scales.ts";
import { STYLES } from "./styles.ts";

export const STEPS_PER_BAR = 16;

/** Everything that determines how a beat sounds. */
export interface BeatPlan {
  readonly genre: Genre;
  readonly bpm: number;
  /** Root note as a MIDI number, in the octave of the melody. */
  readonly root: number;
  readonly scale: ScaleName;
  readonly seed: number;
}

/** Positions of a beat's sixteenth notes in time. */
export class Grid {
  readonly bars: number;
  readonly stepSeconds: number;
  readonly seconds: number;
  readonly #swing: number;

  constructor({ bpm, genre }: Pick<BeatPlan, "bpm" | "genre">) {
    // Four bars of a fast beat would be too short.
    this.bars = bpm > 120 ? 8 : 4;
    this.stepSeconds = 60 / bpm / 4;
    this.seconds = this.bars * STEPS_PER_BAR * this.stepSeconds;
    this.#swing = STYLES[genre].swing;
  }

  /** Returns when a sixteenth sounds, in seconds from the start of the loop. */
  timeOf(bar: number, step: number): number {
    const late = step % 2 === 1 ? this.#swing : 0;
    return (bar * STEPS_PER_BAR + step + late) * this.stepSeconds;
  }

  /**
   * Yields every struck sixteenth of the loop, alternating between the patterns
   * bar by bar.
   */
  *strikes(
    patterns: readonly string[],
  ): Generator<{ bar: number; step: number; sign: string }> {
    for (let bar = 0; bar < this.bars; bar += 1) {
      const pattern = patterns[bar % patterns.length] ?? "";
      for (const [step, sign] of [...pattern].entries())
        if (sign !== ".") yield { bar, step, sign };
    }
  }
}
