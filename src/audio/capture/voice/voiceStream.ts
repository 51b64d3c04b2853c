import type { FrameBlock } from "../../signal/frameBlock";
import { joinSamples } from "../../signal/joinSamples";
import { PartedSound } from "./partedSound";

/**
 * A move up to this long corrects a drift of the clocks; a longer one follows a break in the sound.
 */
export const LONGEST_GLIDE_SECONDS = 0.008;
/** How much faster or slower the sound runs during a glide: three cents, which is inaudible. */
const GLIDE = 0.002;
const FADE_SECONDS = 0.005;
/** A move to a later place repeats at most this much sound; the rest of the gap is silence. */
const LONGEST_REPEAT_SECONDS = 0.03;
/**
 * Shorter runs of sound are held back: each message costs a busy page more than the sound in it.
 */
const LEAST_SECONDS = 0.03;
/** For how long sound stays readable after `take` has returned it. */
const KEPT_SECONDS = 2 * LONGEST_REPEAT_SECONDS;

/** The sound from before a move, while it fades out. */
interface Fading {
  readonly start: number;
  /** The frame at which it begins to fade out. */
  readonly sinceFrame: number;
  /** The place in the sound at which the new start begins to fade in. */
  readonly fromPlace: number;
}

/**
 * Turns a sound that comes in parts of any rate into frames of the context's clock, without a hole.
 * If the start is moved, the sound glides to its new place, or cross-fades if that is far away.
 */
export class VoiceStream {
  readonly #rate: number;
  readonly #sound: PartedSound;
  /** The frame at which the first sample of the sound leaves; null until it is known. */
  #start: number | null = null;
  #target = 0;
  #fading: Fading | null = null;
  #nextFrame = 0;

  constructor(rate: number) {
    this.#rate = rate;
    this.#sound = new PartedSound(rate);
  }

  /** How much sound has arrived, in frames. */
  get received(): number {
    return this.#sound.end;
  }

  add(samples: Float32Array<ArrayBuffer>, rate: number): void {
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

  /** Leaves a hole of this many frames between the sound that has arrived and the sound to come. */
  skip(frames: number): void {
    this.#target += frames;
    if (this.#start !== null) this.#jump(this.#sound.end);
  }

  /** Takes the frames that are ready; null if there are fewer than `LEAST_SECONDS`. */
  take(): FrameBlock<Float32Array<ArrayBuffer>> | null {
    if (this.#ready < LEAST_SECONDS * this.#rate) return null;
    const startFrame = this.#nextFrame;
    const runs: Float32Array<ArrayBuffer>[] = [];
    while (this.#ready > 0)
      runs.push(this.#fading ? this.#takeFaded(this.#fading) : this.#takeRun());
    this.#forget();
    return { startFrame, samples: joinSamples(runs) };
  }

  /** How many frames can be taken. */
  get #ready(): number {
    if (this.#start === null) return 0;
    return Math.ceil(this.#until - (this.#nextFrame - this.#earliest));
  }

  /** Takes what is ready until a glide begins or ends. */
  #takeRun(): Float32Array<ArrayBuffer> {
    const start = this.#start ?? this.#target;
    const left = this.#target - start;
    const glide = Math.sign(left) * GLIDE;
    const gliding = left === 0 ? Infinity : Math.ceil(left / glide);
    const length = Math.min(this.#ready, gliding);
    const place = this.#nextFrame - start;
    this.#nextFrame += length;
    this.#start = length === gliding ? this.#target : start + length * glide;
    return this.#sound.readAll(place, { length, step: 1 - glide });
  }

  /** Takes a frame of a cross-fade, or all of the silence in its middle. */
  #takeFaded({ start, sinceFrame, fromPlace }: Fading) {
    const place = this.#nextFrame - (this.#start ?? this.#target);
    const old = this.#nextFrame - start;
    const fadeIn = this.#faded(place - fromPlace);
    const fadeOut = 1 - this.#faded(this.#nextFrame - sinceFrame);
    if (fadeIn === 1 && fadeOut === 0) this.#fading = null;
    const silent = Math.ceil(fromPlace - place);
    const length =
      fadeOut === 0 && silent > 0 ? Math.min(silent, this.#ready) : 1;
    this.#nextFrame += length;
    const result = new Float32Array(length);
    if (fadeIn > 0) result[0] = fadeIn * this.#sound.read(place);
    if (fadeOut > 0)
      result[0] = (result[0] ?? 0) + fadeOut * this.#sound.read(old);
    return result;
  }

  get #fadeFrames(): number {
    return FADE_SECONDS * this.#rate;
  }

  /** The sound after this place may still have to be faded out. */
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

  #faded(frames: number): number {
    return Math.min(1, Math.max(0, frames / this.#fadeFrames));
  }

  #forget(): void {
    const starts = [this.#start ?? 0, this.#fading?.start ?? -Infinity];
    const place = this.#nextFrame - Math.max(...starts);
    this.#sound.forget(place - KEPT_SECONDS * this.#rate);
  }
}
