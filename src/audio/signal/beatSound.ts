import { cuttable, type CuttableBeat } from "./beatCut";
import { type BeatLoop, findLoop, loopOptions, placeInFile } from "./beatLoop";
import { decodeWhole, LONG_SECONDS } from "./decodeWhole";

/** The decoded sound of a beat, for one take. */
export interface BeatSound {
  readonly buffer: AudioBuffer;
  /** The part of the beat's file that repeats. */
  readonly loop: BeatLoop;
  /**
   * Absent if the buffer holds the whole file, which then repeats. Otherwise the buffer starts at
   * this position, counted through all loops.
   */
  readonly fromSeconds?: number;
}

/** The part of its beat that a take hears, counted through all loops. */
export interface Heard {
  readonly fromSeconds: number;
  readonly lengthSeconds: number;
}

interface Wanted {
  /** The part of the beat that repeats; if absent, it is found by the tempo. */
  readonly loop?: BeatLoop | undefined;
  /** Null to repeat the whole file. */
  readonly bpm: number | null;
  readonly heard: (loop: BeatLoop) => Heard;
}

/** How much of a long beat is decoded at once. */
const PIECE_SECONDS = 60;
/** Overlap of two pieces, because decoders may shift a piece by a sample. */
const FADE_SECONDS = 0.01;
/**
 * Length of each end that is decoded to see how much a decoder leaves out in front, and how much is
 * silence.
 */
const END_SECONDS = 2;

/**
 * Decodes a beat for a take at the rate of the context. Of a long beat, decodes only the part that
 * the take hears. Does not detach the file. Rejects if the browser cannot decode it.
 */
export async function decodeForTake(
  file: ArrayBuffer,
  context: BaseAudioContext,
  { loop, bpm, heard }: Wanted,
): Promise<BeatSound> {
  const beat = cuttable(new Uint8Array(file));
  if (beat !== null && beat.seconds > LONG_SECONDS) {
    const long = await LongBeat.open(beat, context);
    const repeats = loop ?? (await long.findLoop(bpm));
    const { fromSeconds, lengthSeconds } = heard(repeats);
    const buffer = await long.decode(repeats, { fromSeconds, lengthSeconds });
    return { buffer, loop: repeats, fromSeconds };
  }
  const whole = await decodeWhole(file, context, bpm);
  return { ...whole, loop: loop ?? whole.loop };
}

/** Makes a source for the sound. Start it at the place that `placeIn` returns. */
export const beatSource = (
  context: BaseAudioContext,
  { buffer, loop, fromSeconds }: BeatSound,
): AudioBufferSourceNode =>
  new AudioBufferSourceNode(context, {
    buffer,
    ...(fromSeconds === undefined && loopOptions(loop)),
  });

/** Returns the place in the buffer of a position that is counted through all loops. */
export const placeIn = (
  { loop, fromSeconds }: BeatSound,
  seconds: number,
): number =>
  fromSeconds === undefined
    ? placeInFile(loop, seconds)
    : Math.max(0, seconds - fromSeconds);

interface Stretch {
  readonly sound: AudioBuffer;
  readonly startsAt: number;
}

/** Decodes any part of a long beat, in pieces that need little memory. */
class LongBeat {
  readonly #beat: CuttableBeat;
  readonly #context: BaseAudioContext;
  readonly #head: AudioBuffer;
  /** How many seconds the decoder leaves out in front of the beat. */
  readonly #skipped: number;

  private constructor(
    beat: CuttableBeat,
    context: BaseAudioContext,
    head: AudioBuffer,
    skipped: number,
  ) {
    this.#beat = beat;
    this.#context = context;
    this.#head = head;
    this.#skipped = skipped;
  }

  static async open(
    beat: CuttableBeat,
    context: BaseAudioContext,
  ): Promise<LongBeat> {
    const { file, endsAt } = beat.cut(0, END_SECONDS);
    const head = await context.decodeAudioData(file.buffer);
    const skipped = Math.max(0, endsAt - head.duration);
    return new LongBeat(beat, context, head, skipped);
  }

  get #seconds(): number {
    return this.#beat.seconds - this.#skipped;
  }

  async findLoop(bpm: number | null): Promise<BeatLoop> {
    const seconds = this.#seconds;
    const { sound: tail } = await this.#stretch(seconds - END_SECONDS, seconds);
    // A cut keeps the padding at its end, even if the file states it.
    const paddedRate = bpm === null ? null : this.#beat.mp3Rate;
    const ends = { seconds, head: this.#head, tail };
    return findLoop(ends, { bpm: bpm ?? 0, paddedRate });
  }

  /** Decodes the part that is heard, which may cover several loops of the beat. */
  async decode(
    loop: BeatLoop,
    { fromSeconds, lengthSeconds }: Heard,
  ): Promise<AudioBuffer> {
    const { sampleRate } = this.#context;
    const { numberOfChannels } = this.#head;
    const length = Math.ceil(lengthSeconds * sampleRate);
    const heard = new AudioBuffer({ length, numberOfChannels, sampleRate });
    const fade = Math.round(FADE_SECONDS * sampleRate);
    let isSeam = false;
    for (let done = 0; done < length;) {
      const at = placeInFile(loop, fromSeconds + done / sampleRate);
      const left = Math.max(0, loop.startSeconds + loop.lengthSeconds - at);
      const seconds = Math.min(PIECE_SECONDS, left);
      const count = Math.max(1, Math.round(seconds * sampleRate));
      const { sound, startsAt } = await this.#stretch(
        at,
        at + seconds + FADE_SECONDS,
      );
      const from = Math.max(0, Math.round((at - startsAt) * sampleRate));
      const isLast = seconds === left;
      for (let channel = 0; channel < numberOfChannels; channel += 1) {
        const piece = sound
          .getChannelData(channel)
          .subarray(from, from + count + (isLast ? 0 : fade));
        const into = heard.getChannelData(channel).subarray(done);
        putPiece(into, piece, isSeam ? fade : 0);
      }
      done += count;
      isSeam = !isLast;
    }
    return heard;
  }

  /**
   * Decodes a part. Its place follows from its end, because a decoder may leave out sound in front
   * but not at the end.
   */
  async #stretch(fromSeconds: number, toSeconds: number): Promise<Stretch> {
    const { file, endsAt } = this.#beat.cut(
      Math.max(0, fromSeconds + this.#skipped),
      toSeconds + this.#skipped,
    );
    const sound = await this.#context.decodeAudioData(file.buffer);
    return { sound, startsAt: endsAt - this.#skipped - sound.duration };
  }
}

/**
 * Writes a piece; its first `fade` samples are cross-faded with the samples that are already there.
 */
export function putPiece(
  into: Float32Array,
  piece: Float32Array,
  fade: number,
): void {
  const length = Math.min(into.length, piece.length);
  for (let index = 0; index < Math.min(fade, length); index += 1) {
    const before = into[index] ?? 0;
    const share = (index + 1) / fade;
    into[index] = before + share * ((piece[index] ?? 0) - before);
  }
  if (length > fade) into.set(piece.subarray(fade, length), fade);
}
