/** Resolution of the history; short enough to separate the syllables of fast rap. */
const SLOT_MS = 25;

/** The voice level in consecutive stretches of equal length, the last of which ends now. */
export interface VoiceReading {
  readonly stretchMs: number;
  /** From 0 to 1, newest last. */
  readonly levels: readonly number[];
  /** Whether the microphone was overdriven. */
  readonly isClipping?: boolean;
}

/**
 * The voice level over a whole take, by position on the beat. Holds 12,000 numbers for
 * a take of five minutes.
 */
export class LevelHistory {
  readonly #slots: number[] = [];

  /** Adds a reading that ends at `untilMs`. Where readings overlap, the loudest level counts. */
  note(untilMs: number, { stretchMs, levels }: VoiceReading): void {
    const beginMs = untilMs - stretchMs * levels.length;
    levels.forEach((level, index) => {
      const fromMs = beginMs + stretchMs * index;
      const first = Math.max(0, Math.floor(fromMs / SLOT_MS));
      const end = Math.ceil((fromMs + stretchMs) / SLOT_MS);
      for (let slot = first; slot < end; slot += 1) {
        this.#slots[slot] = Math.max(this.#slots[slot] ?? 0, level);
      }
    });
  }

  /** The loudest level between two positions; 0 where nothing was noted. */
  loudest(fromMs: number, toMs: number): number {
    const first = Math.max(0, Math.floor(fromMs / SLOT_MS));
    const end = Math.max(first + 1, Math.floor(toMs / SLOT_MS));
    let most = 0;
    for (let slot = first; slot < end; slot += 1) {
      most = Math.max(most, this.#slots[slot] ?? 0);
    }
    return most;
  }
}
