import processorUrl from "./frameCapture.worklet?worker&url";
import type { FrameBlock } from "./frameBlock";
import { Scope } from "./scope";

/** An engine that answers later than this has stopped. */
const FLUSH_PATIENCE_MS = 500;

/** Samples of a node with the frames at which they passed, which a MediaRecorder cannot tell. */
export class FrameCapture {
  readonly #scope = new Scope();
  readonly #worklet: AudioWorkletNode;

  /** Rejects where the browser has no worklets. Takes no time after the first. */
  static async load(context: AudioContext): Promise<void> {
    await context.audioWorklet.addModule(processorUrl);
  }

  /** Only after `load`. */
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
    // It gives out silence; without a way to the speakers some engines would not run it.
    this.#worklet.connect(source.context.destination);
    this.#scope.add(() => {
      source.disconnect(this.#worklet);
      this.#worklet.disconnect();
      this.#worklet.port.close();
    });
  }

  /** Resolves when the last block has been handed on. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#scope.add(resolve);
      this.#scope.after(FLUSH_PATIENCE_MS, () => this.#scope.dispose());
      this.#worklet.port.postMessage(null);
    });
  }
}
