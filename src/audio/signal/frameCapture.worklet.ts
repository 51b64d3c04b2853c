/** A third of a second at 48 kHz: few messages, and little to lose in a crash. */
const BLOCK_FRAMES = 16_384;

/**
 * Posts the unchanged input in blocks with the number of their first frame. A block never spans a
 * gap in the frames; a missing input counts as silence. Any message ends the capture: the last
 * samples are posted, then null.
 */
class FrameCaptureProcessor extends AudioWorkletProcessor {
  #block = new Float32Array(BLOCK_FRAMES);
  #length = 0;
  #startFrame = 0;
  #isEnded = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#send();
      this.#isEnded = true;
      this.port.postMessage(null);
    };
  }

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    if (this.#isEnded) return false;
    const frames = input?.[0]?.length ?? output?.[0]?.length ?? 128;
    const isBroken = currentFrame !== this.#startFrame + this.#length;
    if (isBroken || this.#length + frames > BLOCK_FRAMES) this.#send();
    if (this.#length === 0) this.#startFrame = currentFrame;
    if (input?.[0]) this.#block.set(input[0], this.#length);
    this.#length += frames;
    return true;
  }

  #send(): void {
    if (this.#length === 0) return;
    const samples = this.#block.subarray(0, this.#length);
    this.port.postMessage({ startFrame: this.#startFrame, samples });
    this.#block = new Float32Array(BLOCK_FRAMES);
    this.#length = 0;
  }
}

registerProcessor("frame-capture", FrameCaptureProcessor);
