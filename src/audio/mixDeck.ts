import { Listeners } from "./listeners";
import type { VoiceMix } from "./mixPlan";
import type { MixPreview } from "./mixPreview";
import type { Player } from "./player";
import type { TakeMixer } from "./takeMixer";

export interface MixDeckParts {
  openMixer(): Promise<Pick<TakeMixer, "preview">>;
  readonly player: Pick<Player, "block">;
  onFailure(error: unknown): void;
}

export interface MixDeckState {
  readonly status: "still" | "loading" | "playing";
  readonly elapsedMs: number;
  readonly isFailed: boolean;
}

const STILL: MixDeckState = { status: "still", elapsedMs: 0, isFailed: false };

/** Plays one take as it is being mixed; nothing else plays meanwhile. */
export class MixDeck {
  readonly #parts: MixDeckParts;
  readonly #listeners = new Listeners();
  #state = STILL;
  #preview: Pick<MixPreview, "play" | "setMix" | "dispose"> | null = null;
  #releaseBlock: () => void = () => undefined;
  /** Counts starts and stops: a mixer that opens late belongs to one that is over. */
  #turns = 0;

  constructor(parts: MixDeckParts) {
    this.#parts = parts;
  }

  readonly getState = (): MixDeckState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Must be called in a click. `getMix` is asked when the sound is ready, which may take a moment. */
  async play(getMix: () => VoiceMix, fromMs: number): Promise<void> {
    this.stop();
    this.#turns += 1;
    const turn = this.#turns;
    this.#releaseBlock = this.#parts.player.block();
    this.#set({ ...STILL, status: "loading", elapsedMs: fromMs });
    try {
      const mixer = await this.#parts.openMixer();
      if (this.#turns !== turn) return;
      this.#preview = mixer.preview(({ isPlaying, elapsedMs }) => {
        if (this.#turns !== turn) return;
        if (isPlaying) this.#set({ ...STILL, status: "playing", elapsedMs });
        else this.stop();
      });
      this.#preview.play(getMix(), fromMs);
    } catch (error) {
      if (this.#turns !== turn) return;
      this.#parts.onFailure(error);
      this.stop();
      this.#set({ ...STILL, isFailed: true });
    }
  }

  /** Heard at once while it plays. */
  setMix(mix: VoiceMix): void {
    this.#preview?.setMix(mix);
  }

  stop(): void {
    this.#turns += 1;
    this.#preview?.dispose();
    this.#preview = null;
    this.#releaseBlock();
    this.#releaseBlock = () => undefined;
    this.#set(STILL);
  }

  #set(state: MixDeckState): void {
    this.#state = state;
    this.#listeners.tell();
  }
}
