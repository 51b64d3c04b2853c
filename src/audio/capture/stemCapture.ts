import { pageHasRun } from "../../lib/pageTime";
import type { CaptureLevels } from "../signal/captureLevels";
import type { FrameBlock } from "../signal/frameBlock";
import { FrameCapture } from "../signal/frameCapture";
import {
  packSamples,
  type Stem,
  type StemBlock,
  type StemInfo,
} from "../store/stem";
import { SampleCapture } from "./voice/sampleCapture";
import type { VoiceInput } from "./voice/voiceInput";

/** How long a take waits for the worklet's file, which only the stem needs. */
const PATIENCE_MS = 2_000;

/** Records the voice of a running take as a separate track (the stem), next to the mix. */
export class StemCapture {
  readonly #blocks: StemBlock[] = [];
  readonly #capture: Pick<FrameCapture, "stop">;

  /**
   * Loads the worklet, if one is needed. Returns false if it is unsupported or takes too long; the
   * take is then recorded without a stem.
   */
  static async load({ node, listen }: VoiceInput): Promise<boolean> {
    if (listen) return true;
    return Promise.race([
      FrameCapture.load(node.context).then(
        () => true,
        () => false,
      ),
      pageHasRun(PATIENCE_MS).then(() => false),
    ]);
  }

  /**
   * Call only after `load` has returned true. `levels` are stored with each block; the samples
   * themselves are not scaled.
   */
  constructor(
    voice: VoiceInput,
    levels: CaptureLevels,
    onBlock: (block: StemBlock) => void,
  ) {
    const add = ({ startFrame, samples }: FrameBlock) => {
      const block = { startFrame, samples: packSamples(samples), levels };
      this.#blocks.push(block);
      onBlock(block);
    };
    this.#capture = voice.listen
      ? new SampleCapture(voice.node.context, voice.listen, add)
      : new FrameCapture(voice.node, add);
  }

  /** Ends the stem and returns it; null if no samples arrived. */
  async stop(info: StemInfo): Promise<Stem | null> {
    await this.#capture.stop();
    return this.#blocks.length === 0 ? null : { info, blocks: this.#blocks };
  }
}
