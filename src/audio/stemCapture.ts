import type { CaptureLevels } from "./captureGraph";
import { FrameCapture } from "./frameCapture";
import { packSamples, type Stem, type StemBlock, type StemInfo } from "./stem";

/** A take waits no longer for what only its stem needs. */
const PATIENCE_MS = 500;

/** Keeps the voice of a running take apart from its mix. */
export class StemCapture {
  readonly #blocks: StemBlock[] = [];
  readonly #capture: FrameCapture;
  #levels: CaptureLevels;

  /** False where the browser has no worklets; the take is made all the same. */
  static load(context: AudioContext): Promise<boolean> {
    return Promise.race([
      FrameCapture.load(context).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) =>
        setTimeout(() => resolve(false), PATIENCE_MS),
      ),
    ]);
  }

  /** Only after `load` has answered true. */
  constructor(
    voice: AudioNode,
    levels: CaptureLevels,
    onBlock: (block: StemBlock) => void,
  ) {
    this.#levels = levels;
    this.#capture = new FrameCapture(voice, ({ startFrame, samples }) => {
      const block = {
        startFrame,
        samples: packSamples(samples),
        levels: this.#levels,
      };
      this.#blocks.push(block);
      onBlock(block);
    });
  }

  setLevels(levels: CaptureLevels): void {
    this.#levels = levels;
  }

  async stop(info: StemInfo): Promise<Stem | null> {
    await this.#capture.stop();
    return this.#blocks.length === 0 ? null : { info, blocks: this.#blocks };
  }
}
