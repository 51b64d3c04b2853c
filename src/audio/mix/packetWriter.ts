import { AudioSample, type AudioSampleSource } from "mediabunny";

/**
 * Passes sound to an encoder one packet at a time. WebKit stamps all packets of one `add` call with
 * the same time, so larger parts would give many packets the same timestamp.
 */
export class PacketWriter {
  readonly #sound: Pick<AudioSampleSource, "add">;
  readonly #frames: number;
  readonly #sampleRate: number;
  /** The packet that is being filled, channel after channel. */
  #packet: Float32Array<ArrayBuffer>;
  readonly #channels: number;
  #filled = 0;
  #count = 0;

  /** `frames` is the number of frames in a packet of the encoder. */
  constructor(
    sound: Pick<AudioSampleSource, "add">,
    options: { frames: number; channels: number; sampleRate: number },
  ) {
    this.#sound = sound;
    this.#frames = options.frames;
    this.#channels = options.channels;
    this.#sampleRate = options.sampleRate;
    this.#packet = new Float32Array(options.frames * options.channels);
  }

  async write(channels: readonly Float32Array[]): Promise<void> {
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length;) {
      const to = Math.min(length, from + this.#frames - this.#filled);
      for (const [channel, samples] of channels.entries()) {
        const at = channel * this.#frames + this.#filled;
        this.#packet.set(samples.subarray(from, to), at);
      }
      this.#filled += to - from;
      from = to;
      if (this.#filled === this.#frames) await this.#send();
    }
  }

  /** Sends the last packet, filled up with silence. */
  async end(): Promise<void> {
    if (this.#filled > 0) await this.#send();
  }

  async #send(): Promise<void> {
    const packet = new AudioSample({
      data: this.#packet,
      format: "f32-planar",
      numberOfChannels: this.#channels,
      sampleRate: this.#sampleRate,
      timestamp: (this.#count * this.#frames) / this.#sampleRate,
    });
    this.#packet = new Float32Array(this.#packet.length);
    this.#filled = 0;
    this.#count += 1;
    await this.#sound.add(packet).finally(() => packet.close());
  }
}
