import { OutOfReachError } from "../../../lib/outOfReach";
import { isAsRecorded } from "../../mix/mixPlan";
import type { VoiceMix } from "../../store/voiceMix";
import type { FinishedTake } from "../../store/finishedTake";
import { type Mixer, MixerSlot } from "./mixerSlot";
import type { RecorderParts } from "../recorderParts";

type TakeMixingParts = Pick<
  RecorderParts,
  "engine" | "openMixer" | "rememberTiming" | "onMixFailure"
>;

/** The part of the work that decodes and measures the sound; the rest renders it. */
const OPENING_SHARE = 0.25;

/** What a mix is for. A file that is saved may become the only copy of its take. */
export type MixUse = "publish" | "save";

/** Mixes takes over one beat. */
export class TakeMixing {
  readonly #parts: TakeMixingParts;
  readonly #slot: MixerSlot;
  #beatUrl: string | null = null;

  constructor(parts: TakeMixingParts) {
    this.#parts = parts;
    this.#slot = new MixerSlot({
      loadBeatFile: (url) => parts.engine.loadBeatFile(url),
      openMixer: (...opening) => parts.openMixer(...opening),
    });
  }

  setBeat(beatUrl: string): void {
    this.#beatUrl = beatUrl;
  }

  /** Rejects if the take has no stem, or if the beat is not set or cannot be loaded. */
  open(
    take: FinishedTake | null,
    onProgress?: (share: number) => void,
  ): Promise<Mixer> {
    if (!take?.stem || this.#beatUrl === null) {
      return Promise.reject(new Error("this take cannot be mixed"));
    }
    return this.#slot.open(take.stem, this.#beatUrl, onProgress);
  }

  /**
   * See `Recorder.mixed`. For publishing, it also rejects if the code that mixes is out of reach: a
   * take must not be published unmixed only for lack of a connection.
   */
  async render(
    take: FinishedTake,
    mix: VoiceMix,
    signal: AbortSignal,
    use: MixUse,
    onProgress?: (share: number) => void,
  ): Promise<FinishedTake> {
    if (!take.stem) return take;
    try {
      const mixer = await this.open(take, (share) =>
        onProgress?.(OPENING_SHARE * share),
      );
      const mixed = await mixer.render(take, mix, signal, (share) =>
        onProgress?.(OPENING_SHARE + (1 - OPENING_SHARE) * share),
      );
      if (!isAsRecorded(mix)) {
        this.#parts.rememberTiming(take.stem, mix.timingMs);
      }
      return mixed;
    } catch (error) {
      const canWait = use === "publish" && error instanceof OutOfReachError;
      if (signal.aborted || !isAsRecorded(mix) || canWait) throw error;
      this.#parts.onMixFailure(error);
      return take;
    }
  }

  /** Closes the mixer of the current take. */
  closeMixer(): void {
    this.#slot.clear();
  }
}
