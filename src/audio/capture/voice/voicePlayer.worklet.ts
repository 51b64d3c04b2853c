interface PlacedSamples {
  readonly startFrame: number;
  readonly samples: Float32Array;
}

/** Almost three seconds at 48 kHz. */
const RING_FRAMES = 2 ** 17;
const MASK = RING_FRAMES - 1;

/**
 * Plays each sample at the frame it is meant for, and silence where samples are missing or late. A
 * message of null ends the processor.
 */
class VoicePlayerProcessor extends AudioWorkletProcessor {
  readonly #ring = new Float32Array(RING_FRAMES);
  #isEnded = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<PlacedSamples | null>) => {
      if (data === null) this.#isEnded = true;
      else this.#place(data);
    };
  }

  #place({ startFrame, samples }: PlacedSamples): void {
    const late = Math.min(
      Math.max(0, currentFrame - startFrame),
      samples.length,
    );
    for (let index = late; index < samples.length; index += 1)
      this.#ring[(startFrame + index) & MASK] = samples[index] ?? 0;
  }

  process(_: Float32Array[][], [output]: Float32Array[][]): boolean {
    const channel = output?.[0];
    if (!channel) return !this.#isEnded;
    for (let index = 0; index < channel.length; index += 1) {
      const place = (currentFrame + index) & MASK;
      channel[index] = this.#ring[place] ?? 0;
      this.#ring[place] = 0;
    }
    return !this.#isEnded;
  }
}

registerProcessor("voice-player", VoicePlayerProcessor);
