import type { FrameBlock } from "../../signal/frameBlock";
import { Placement } from "./placement";
import { LONGEST_GLIDE_SECONDS, VoiceStream } from "./voiceStream";

/** A gap in the timestamps longer than one part by this much is a break in the sound. */
const BROKEN_SECONDS = 0.005;
/** Timestamps of parts without a gap never differ by this much. */
const CERTAIN_GAP_SECONDS = 0.05;
/** A part may seem to arrive up to this much earlier than its timestamp says. */
const UNCERTAIN_ARRIVAL_MS = 20;

/** Mono samples as they came from the microphone. */
export interface VoicePart {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  /** When its first sample was captured, in seconds on a clock of its own. */
  readonly startSeconds: number;
}

/** The page's clock and the audio context's clock at one moment. */
export interface Clocks {
  readonly nowMs: number;
  readonly contextMs: number;
}

/** Puts the microphone's parts, of whatever rate, on the frames of the context's clock. */
export class PlacedVoice {
  readonly #rate: number;
  readonly #bufferSeconds: number;
  readonly #placement = new Placement();
  readonly #stream: VoiceStream;
  #endSeconds: number | null = null;
  /** The sum of the gaps in the timestamps that have not yet moved the voice. */
  #gapSeconds = 0;
  #lostFrames = 0;
  #interruptions = 0;

  /** The voice is placed `bufferSeconds` later than it comes. */
  constructor(rate: number, bufferSeconds: number) {
    this.#rate = rate;
    this.#bufferSeconds = bufferSeconds;
    this.#stream = new VoiceStream(rate);
  }

  /** How often the sound was interrupted or moved since `settle`. */
  get interruptions(): number {
    return this.#interruptions;
  }

  get hasSound(): boolean {
    return this.#stream.received > 0;
  }

  note(clocks: Clocks): void {
    this.#placement.note({ ...clocks, receivedMs: null });
  }

  /** Returns the frames that have become ready; none before `settle`. */
  add(
    part: VoicePart,
    clocks: Clocks,
  ): FrameBlock<Float32Array<ArrayBuffer>> | null {
    this.#bridgeGap(part, clocks.nowMs);
    this.#stream.add(part.samples, part.sampleRate);
    this.#placement.note({ ...clocks, receivedMs: this.#receivedMs });
    return this.#stream.take();
  }

  /** Takes the clocks' readings so far as the truth. False if nothing has come. */
  settle(): boolean {
    if (!this.#placement.settle()) return false;
    this.#place();
    return true;
  }

  /** Follows a lasting shift between the clocks. */
  follow(nowMs: number): void {
    const shiftMs = this.#placement.follow(nowMs);
    if (shiftMs === 0) return;
    if (Math.abs(shiftMs) > 1000 * LONGEST_GLIDE_SECONDS)
      this.#interruptions += 1;
    this.#gapSeconds = lessened(this.#gapSeconds, shiftMs / 1000);
    this.#place();
  }

  /** Includes what was lost, because the clocks went on meanwhile. */
  get #receivedMs(): number {
    return (1000 * (this.#stream.received + this.#lostFrames)) / this.#rate;
  }

  #place(): void {
    const { startMs } = this.#placement;
    if (startMs === null) return;
    const seconds = startMs / 1000 + this.#bufferSeconds;
    this.#stream.place(seconds * this.#rate + this.#lostFrames);
  }

  /**
   * Counts a gap between parts. Placing corrects the length of a short one, because the arrival
   * shifts. That takes more than a second, so gaps that are certain count at once, even if many
   * short ones make up a long one: on a page that is too busy, single parts are lost all the time.
   */
  #bridgeGap(
    { samples, sampleRate, startSeconds }: VoicePart,
    nowMs: number,
  ): void {
    const end = this.#endSeconds;
    const seconds = samples.length / sampleRate;
    this.#endSeconds = startSeconds + seconds;
    if (end === null || this.#placement.startMs === null) return;
    const gap = startSeconds - end;
    if (gap > seconds + BROKEN_SECONDS) this.#interruptions += 1;
    this.#gapSeconds += gap;
    const lost = this.#gapSeconds;
    if (lost < CERTAIN_GAP_SECONDS) return;
    const receivedMs = this.#receivedMs + 1000 * seconds;
    const lateMs = this.#placement.lateness(nowMs, receivedMs);
    if (lateMs < 1000 * lost - UNCERTAIN_ARRIVAL_MS) return;
    this.#gapSeconds = 0;
    const frames = Math.round(lost * this.#rate);
    this.#lostFrames += frames;
    this.#stream.skip(frames);
  }
}

/** Takes a part from a sum, but not below zero. A part of the other sign has other causes. */
function lessened(sum: number, part: number): number {
  if (sum * part <= 0) return sum;
  return Math.abs(part) < Math.abs(sum) ? sum - part : 0;
}
