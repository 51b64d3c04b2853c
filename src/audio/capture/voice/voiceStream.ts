import type { FrameBlock } from "../../signal/frameBlock";
import { PartedSound } from "./partedSound";

/** A move up to this long is a drift of the clocks. A longer one follows a break in the sound. */
export const LONGEST_GLIDE_SECONDS = 0.008;
/** How much faster or slower the sound runs during a glide: three cents, which nobody hears. */
const GLIDE = 0.002;
const FADE_SECONDS = 0.005;
/** A later move repeats so much sound at most; for the rest of it there is silence. */
const LONGEST_REPEAT_SECONDS = 0.03;
/** What stays readable behind the sound that has left. */
const KEPT_SECONDS = 2 * LONGEST_REPEAT_SECONDS;

/** What was played before a move, while it fades out. */
interface Fading {
  readonly start: number;
  /** The frame at which it begins to fade out. */
  readonly sinceFrame: number;
  /** The place in the sound at which the new start begins to fade in. */
  readonly fromPlace: number;
}

/**
 * Turns a sound that comes in parts of any rate into frames of the context's clock, one after the
 * other without a hole. A moved start is reached by a glide or, if it is far, by a cross-fade.
 */
export class VoiceStream {
  readonly #rate: number;
  readonly #sound: PartedSound;
  /** The frame at which the sound's first sample leaves; null until it is known. */
  #start: number | null = null;
  #target = 0;
  #fading: Fading | null = null;
  #nextFrame = 0;

  constructor(rate: number) {
    this.#rate = rate;
    this.#sound = new PartedSound(rate);
  }

  /** How much sound has come, in frames. */
  get received(): number {
    return this.#sound.end;
  }

  add(samples: Float32Array, rate: number): void {
    this.#sound.add(samples, rate);
  }

  /** Sets or moves the frame at which the first sample of the sound belongs. */
  place(frame: number): void {
    const target = Math.round(frame);
    this.#target = target;
    if (this.#start === null) {
      this.#nextFrame = Math.ceil(this.#until) + target;
      this.#start = target;
      return;
    }
    const moved = target - this.#start;
    if (Math.abs(moved) <= LONGEST_GLIDE_SECONDS * this.#rate) return;
    const isRepeating = moved <= LONGEST_REPEAT_SECONDS * this.#rate;
    const behindFade = this.#nextFrame + this.#fadeFrames - this.#start;
    this.#jump(isRepeating ? this.#nextFrame - target : behindFade);
  }

  /** Leaves a hole of so many frames between what has come and what is still to come. */
  skip(frames: number): void {
    this.#target += frames;
    if (this.#start !== null) this.#jump(this.#sound.end);
  }

  /** The frames that have become ready; null if there are none. */
  take(): FrameBlock<Float32Array<ArrayBuffer>> | null {
    const startFrame = this.#nextFrame;
    const samples: number[] = [];
    while (
      this.#start !== null &&
      this.#nextFrame - this.#earliest < this.#until
    ) {
      samples.push(this.#sample(this.#start));
      this.#nextFrame += 1;
    }
    if (samples.length === 0) return null;
    this.#forget();
    return { startFrame, samples: Float32Array.from(samples) };
  }

  get #fadeFrames(): number {
    return FADE_SECONDS * this.#rate;
  }

  /** What comes behind it may still have to be faded out. */
  get #until(): number {
    return this.#sound.readableUntil - this.#fadeFrames;
  }

  get #earliest(): number {
    const start = this.#start ?? 0;
    return Math.min(start, this.#fading?.start ?? start);
  }

  #jump(fromPlace: number): void {
    const start = this.#start ?? this.#target;
    this.#fading = { start, sinceFrame: this.#nextFrame, fromPlace };
    this.#start = this.#target;
  }

  #sample(start: number): number {
    const place = this.#nextFrame - start;
    if (!this.#fading) {
      this.#glide(start);
      return this.#sound.read(place);
    }
    const { sinceFrame, fromPlace } = this.#fading;
    const fadeIn = this.#faded(place - fromPlace);
    const fadeOut = 1 - this.#faded(this.#nextFrame - sinceFrame);
    const old = this.#nextFrame - this.#fading.start;
    if (fadeIn === 1 && fadeOut === 0) this.#fading = null;
    return (
      (fadeIn > 0 ? fadeIn * this.#sound.read(place) : 0) +
      (fadeOut > 0 ? fadeOut * this.#sound.read(old) : 0)
    );
  }

  #faded(frames: number): number {
    return Math.min(1, Math.max(0, frames / this.#fadeFrames));
  }

  #glide(start: number): void {
    const left = this.#target - start;
    this.#start =
      Math.abs(left) <= GLIDE ? this.#target : start + Math.sign(left) * GLIDE;
  }

  #forget(): void {
    const starts = [this.#start ?? 0, this.#fading?.start ?? -Infinity];
    const place = this.#nextFrame - Math.max(...starts);
    this.#sound.forget(place - KEPT_SECONDS * this.#rate);
  }
}
