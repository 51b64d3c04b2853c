/** How long a microphone may send nothing before we say so. The user must know within 3 s. */
const SILENT_MS = 2_000;
/** Even in a quiet room, every working microphone is louder than this peak (-80 dB). */
const NO_SOUND = 1e-4;

/** Follows whether a microphone sends any sound. */
export class Silence {
  #heardAtMs: number;
  #isSilent = false;

  /** `openedAtMs` is when the microphone was opened. */
  constructor(openedAtMs: number) {
    this.#heardAtMs = openedAtMs;
  }

  /** Notes the newest samples. Returns true if this changes whether the microphone is silent. */
  note(nowMs: number, samples: Float32Array): boolean {
    if (samples.some((sample) => Math.abs(sample) > NO_SOUND))
      this.#heardAtMs = nowMs;
    const wasSilent = this.#isSilent;
    this.#isSilent = nowMs - this.#heardAtMs >= SILENT_MS;
    return this.#isSilent !== wasSilent;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }
}
