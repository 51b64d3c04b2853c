import type { FrameBlock } from "../../signal/frameBlock";

export type OnSamples = (block: FrameBlock<Float32Array<ArrayBuffer>>) => void;

/** The microphone as a node of the audio graph. */
export interface VoiceInput {
  readonly node: AudioNode;
  /** The delay, in seconds, that the node adds to that of the devices. */
  readonly bufferSeconds: number;
  /**
   * Calls back with everything that leaves the node from now on, and with samples that a busy page
   * hands over too late for the node. Returns a function that stops it. Null where the browser does
   * not hand out samples.
   */
  readonly listen: ((onSamples: OnSamples) => () => void) | null;
  /** How often the voice was interrupted since the input was opened. */
  readonly interruptions: () => number;
  readonly close: () => void;
}
