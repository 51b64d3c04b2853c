import { SAMPLE_RATE, type Stereo, silence } from "./sound.ts";

/**
 * A loop under construction. Sound that rings past its end continues at its
 * start, so that the loop repeats seamlessly.
 */
export class Loop {
  readonly #channels: Stereo;

  constructor(seconds: number) {
    this.#channels = { left: silence(seconds), right: silence(seconds) };
  }

  /** Adds a sound. `pan` goes from -1 (left) to 1 (right). */
  add(sound: Float32Array, atSeconds: number, gain: number, pan = 0): void {
    const { left, right } = this.#channels;
    const length = left.length;
    const start = Math.round(atSeconds * SAMPLE_RATE);
    const leftGain = gain * Math.min(1, 1 - pan);
    const rightGain = gain * Math.min(1, 1 + pan);
    for (let i = 0; i < sound.length; i += 1) {
      const at = (start + i) % length;
      const sample = sound[i] ?? 0;
      left[at] = (left[at] ?? 0) + sample * leftGain;
      right[at] = (right[at] ?? 0) + sample * rightGain;
    }
  }

  get channels(): Stereo {
    return this.#channels;
  }
}
