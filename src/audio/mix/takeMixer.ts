import { prepareSoundWorker } from "../loudness/soundWorker";
import type { FinishedTake } from "../store/finishedTake";
import { type BeatSound, decodeForTake } from "../signal/beatSound";
import { MAX_TIMING_MS } from "../delay/latency";
import { STEP_SECONDS } from "../loudness/gating";
import { measureParts } from "./measureParts";
import { levelsOf, type MixParts } from "./playMix";
import { planMix } from "./mixPlan";
import type { VoiceMix } from "../store/voiceMix";
import { MixPreview, type PreviewState } from "./mixPreview";
import { MIX_SAMPLE_RATE, renderMix } from "./renderMix";
import type { Stem } from "../store/stem";
import { summariseTake } from "./summariseTake";

/** Remixes one take, for preview and for upload. */
export class TakeMixer {
  readonly #parts: MixParts;

  private constructor(parts: MixParts) {
    this.#parts = parts;
  }

  /** Loads ahead of time everything that mixing needs. Mixing then works without a connection. */
  static prepare(): void {
    prepareSoundWorker();
  }

  /** Calls `onProgress` with the part of the opening that is done, from 0 to 1. */
  static async open(
    stem: Stem,
    beatFile: ArrayBuffer,
    onProgress?: (share: number) => void,
  ): Promise<TakeMixer> {
    const decoder = new OfflineAudioContext(1, 1, MIX_SAMPLE_RATE);
    const { beatFromSeconds, lengthSeconds } = planMix(stem, MAX_TIMING_MS);
    const beat = await decodeForTake(beatFile, decoder, {
      loop: stem.info.loop,
      bpm: null,
      heard: () => ({ fromSeconds: beatFromSeconds, lengthSeconds }),
    });
    const { voice, beat: music } = await measureParts(
      stem,
      beat.buffer,
      onProgress,
    );
    const powers = { voice, beat: [...notHeard(beat), ...music] };
    return new TakeMixer({ stem, beat, powers });
  }

  /** Length of the part of the beat that repeats. */
  get loopMs(): number {
    return 1000 * this.#parts.beat.loop.lengthSeconds;
  }

  /** How much louder the voice is than as captured, compared with the captured beat. */
  voiceGain(mix: VoiceMix): number {
    const { voiceIn, voice } = levelsOf(this.#parts, mix);
    return voiceIn * voice;
  }

  preview(
    context: AudioContext,
    onChange: (state: PreviewState) => void,
  ): MixPreview {
    return new MixPreview(this.#parts, context, onChange);
  }

  /**
   * Returns the take with a new file, duration, peaks and loudness. Calls `onProgress` with the part
   * that is done, from 0 to 1.
   */
  async render(
    take: FinishedTake,
    mix: VoiceMix,
    signal: AbortSignal,
    onProgress?: (share: number) => void,
  ): Promise<FinishedTake> {
    const { file, loudness } = await renderMix(
      this.#parts,
      mix,
      take,
      signal,
      onProgress,
    );
    return { ...take, file, loudness, ...(await summariseTake(file)) };
  }
}

/** Powers for the part of a long beat before its decoded part; all are 0. */
const notHeard = ({ fromSeconds = 0 }: BeatSound): number[] =>
  Array.from({ length: Math.round(fromSeconds / STEP_SECONDS) }, () => 0);
