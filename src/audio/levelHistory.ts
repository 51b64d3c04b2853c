/** Short enough to tell the syllables of fast words apart. */
const SLOT_MS = 25;

/** How loud the voice was in equal stretches of time, the last of which ends now. */
export interface VoiceReading {
  readonly stretchMs: number;
  /** 0 to 1, the newest last. */
  readonly levels: readonly number[];
}

/** How loud the voice of a whole take was along the beat: 12,000 numbers at most. */
export class LevelHistory {
  readonly #slots: number[] = [];

  /** Readings may overlap: the loudest stays. */
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

  /** 0 where nothing was heard. */
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
