import type { MixParts } from "./mixParts";
import type { VoiceMix } from "./mixPlan";
import { MixPreview, type PreviewState } from "./mixPreview";
import { MIX_SAMPLE_RATE, renderMix } from "./renderMix";
import type { Stem } from "./stem";
import { summariseAudio } from "./summariseAudio";
import type { FinishedTake } from "./takeMachine";

/** Mixes one take anew, to hear and to send. */
export class TakeMixer {
  readonly #parts: MixParts;

  private constructor(parts: MixParts) {
    this.#parts = parts;
  }

  static async open(stem: Stem, beatFile: ArrayBuffer): Promise<TakeMixer> {
    const decoder = new OfflineAudioContext(1, 1, MIX_SAMPLE_RATE);
    // Decoding empties the buffer it is given; it belongs to somebody else.
    const beat = await decoder.decodeAudioData(beatFile.slice(0));
    return new TakeMixer({ stem, beat });
  }

  preview(onChange: (state: PreviewState) => void): MixPreview {
    return new MixPreview(this.#parts, onChange);
  }

  async render(
    take: FinishedTake,
    mix: VoiceMix,
    signal: AbortSignal,
  ): Promise<FinishedTake> {
    const file = await renderMix(this.#parts, mix, take, signal);
    return { ...take, file, ...(await summariseAudio(file)) };
  }
}
