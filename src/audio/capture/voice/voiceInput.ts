import type { FrameBlock } from "../../signal/frameBlock";

export type OnSamples = (block: FrameBlock<Float32Array<ArrayBuffer>>) => void;

/** The microphone as a node of the audio graph. */
export interface VoiceInput {
  readonly node: AudioNode;
  /** How much later than by the devices alone the voice leaves the node, in seconds. */
  readonly bufferSeconds: number;
  /**
   * Calls back with what leaves the node from now on, also with what a busy page hands over too late
   * for that. Returns how to end it. Null where the browser hands out no samples.
   */
  readonly listen: ((onSamples: OnSamples) => () => void) | null;
  /** How often the voice was interrupted since the input was opened. */
  readonly interruptions: () => number;
  readonly close: () => void;
}
