/** The microphone as a node of the audio graph. */
export interface VoiceInput {
  readonly node: AudioNode;
  /** How much later than by the devices alone the voice leaves the node, in seconds. */
  readonly bufferSeconds: number;
  /** How often the voice was interrupted since the input was opened. */
  readonly interruptions: () => number;
  readonly close: () => void;
}
