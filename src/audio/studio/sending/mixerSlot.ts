import type { TakeMixer } from "../../mix/takeMixer";
import type { Stem } from "../../store/stem";

export type Mixer = Pick<
  TakeMixer,
  "preview" | "render" | "loopMs" | "voiceGain"
>;

export interface MixerSlotParts {
  loadBeatFile(url: string): Promise<ArrayBuffer>;
  openMixer(stem: Stem, beatFile: ArrayBuffer): Promise<Mixer>;
}

/**
 * Holds the mixer of one take, shared by preview and upload. The mixer is opened once, because
 * opening decodes the beat.
 */
export class MixerSlot {
  readonly #parts: MixerSlotParts;
  #mixer: Promise<Mixer> | null = null;

  constructor(parts: MixerSlotParts) {
    this.#parts = parts;
  }

  /** Rejects if the beat cannot be loaded or decoded; the next call tries again. */
  open(stem: Stem, beatUrl: string): Promise<Mixer> {
    this.#mixer ??= this.#parts
      .loadBeatFile(beatUrl)
      .then((file) => this.#parts.openMixer(stem, file))
      .catch((error: unknown) => {
        this.#mixer = null;
        throw error;
      });
    return this.#mixer;
  }

  clear(): void {
    this.#mixer = null;
  }
}
