import type { TakeMixer } from "../../mix/takeMixer";
import type { Stem } from "../../store/stem";

export type Mixer = Pick<
  TakeMixer,
  "preview" | "render" | "loopMs" | "voiceGain"
>;

export interface MixerSlotParts {
  loadBeatFile(url: string): Promise<ArrayBuffer>;
  openMixer(
    stem: Stem,
    beatFile: ArrayBuffer,
    onProgress: (share: number) => void,
  ): Promise<Mixer>;
}

interface Opening {
  readonly mixer: Promise<Mixer>;
  onProgress(share: number): void;
}

/**
 * Holds the mixer of one take, shared by preview and upload. The mixer is opened once, because
 * opening decodes the beat.
 */
export class MixerSlot {
  readonly #parts: MixerSlotParts;
  #opening: Opening | null = null;

  constructor(parts: MixerSlotParts) {
    this.#parts = parts;
  }

  /**
   * Rejects if the beat cannot be loaded or decoded; the next call tries again. `onProgress` is
   * called even if an earlier call has begun to open the mixer.
   */
  open(
    stem: Stem,
    beatUrl: string,
    onProgress?: (share: number) => void,
  ): Promise<Mixer> {
    this.#opening ??= this.#begin(stem, beatUrl);
    if (onProgress) this.#opening.onProgress = onProgress;
    return this.#opening.mixer;
  }

  clear(): void {
    this.#opening = null;
  }

  #begin(stem: Stem, beatUrl: string): Opening {
    const opening: Opening = {
      mixer: this.#parts
        .loadBeatFile(beatUrl)
        .then((file) =>
          this.#parts.openMixer(stem, file, (share) =>
            opening.onProgress(share),
          ),
        )
        .catch((error: unknown) => {
          if (this.#opening === opening) this.#opening = null;
          throw error;
        }),
      onProgress: () => undefined,
    };
    return opening;
  }
}
