import type { FrameBlock } from "../../signal/frameBlock";
import { Placement } from "./placement";
import { LONGEST_GLIDE_SECONDS, VoiceStream } from "./voiceStream";

/** If the timestamps leave a gap at least this much longer than one part, the sound has a break. */
const BROKEN_SECONDS = 0.005;
/** The timestamps of parts without a gap between them never differ by this much. */
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

/** Puts the microphone's parts, at any sample rate, on the frames of the context's clock. */
export class PlacedVoice {
  readonly #rate: number;
  readonly #bufferSeconds: number;
  readonly #placement = new Placement();
  readonly #stream: VoiceStream;
  #endSeconds: number | null = null;
  /** The sum of the gaps in the timestamps for which the voice has not been moved yet. */
  #gapSeconds = 0;
  #lostFrames = 0;
  #interruptions = 0;

  /** `bufferSeconds` is added to the time at which each part arrives. */
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

  /** Adds a part and returns the frames that are now ready; none before `settle`. */
  add(
    part: VoicePart,
    clocks: Clocks,
  ): FrameBlock<Float32Array<ArrayBuffer>> | null {
    this.#bridgeGap(part, clocks.nowMs);
    this.#stream.add(part.samples, part.sampleRate);
    this.#placement.note({ ...clocks, receivedMs: this.#receivedMs });
    return this.#stream.take();
  }

  /**
   * Places the voice by the readings of the clocks so far. Returns false if no sound has arrived.
   */
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

  /** Includes lost sound, because the clocks went on while it was lost. */
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
   * Counts a gap between parts. A short gap is corrected by `follow`, because later parts then
   * arrive with a shift. That takes more than a second, so a gap that is certain is counted at
   * once, even if it is made up of many short ones: a page that is too busy loses single parts all
   * the time.
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

/**
 * Reduces a sum by a part, but not past zero. A part of the opposite sign has another cause and
 * changes nothing.
 */
function lessened(sum: number, part: number): number {
  if (sum * part <= 0) return sum;
  return Math.abs(part) < Math.abs(sum) ? sum - part : 0;
}
