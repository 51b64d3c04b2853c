import processorUrl from "./frameCapture.worklet?worker&url";
import type { FrameBlock } from "./frameBlock";
import { pageHasRun } from "../../lib/pageTime";
import { Scope } from "../../lib/scope";

/** How long `stop` waits for the last block. An audio engine that takes longer has stopped. */
const FLUSH_PATIENCE_MS = 500;

/**
 * Captures the samples of a node with their frame numbers, which MediaRecorder does not provide.
 */
export class FrameCapture {
  readonly #scope = new Scope();
  readonly #worklet: AudioWorkletNode;

  /**
   * Loads the worklet. Rejects where the browser has no worklets. Further calls for the same
   * context return immediately.
   */
  static async load(context: BaseAudioContext): Promise<void> {
    await context.audioWorklet.addModule(processorUrl);
  }

  /**
   * Call only after `load` has resolved. The source must stay connected until `stop` has resolved.
   */
  constructor(source: AudioNode, onBlock: (block: FrameBlock) => void) {
    this.#worklet = new AudioWorkletNode(source.context, "frame-capture", {
      channelCount: 1,
      channelCountMode: "explicit",
      outputChannelCount: [1],
    });
    this.#worklet.port.onmessage = ({
      data,
    }: MessageEvent<FrameBlock | null>) => {
      if (data === null) this.#scope.dispose();
      else onBlock(data);
    };
    source.connect(this.#worklet);
    // The worklet's output is silent, but some browsers run only nodes that are connected to the
    // destination.
    this.#worklet.connect(source.context.destination);
    this.#scope.add(() => {
      source.disconnect(this.#worklet);
      this.#worklet.disconnect();
      this.#worklet.port.close();
    });
  }

  /** Resolves after the last block has been delivered. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#scope.add(resolve);
      void pageHasRun(FLUSH_PATIENCE_MS).then(() => this.#scope.dispose());
      this.#worklet.port.postMessage(null);
    });
  }
}
