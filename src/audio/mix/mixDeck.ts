import { Listeners } from "../../lib/listeners";
import type { VoiceMix } from "../store/voiceMix";
import type { MixPreview } from "./mixPreview";
import type { Player } from "../player/player";
import type { TakeMixer } from "./takeMixer";

export interface MixDeckParts {
  openMixer(): Promise<Pick<TakeMixer, "preview">>;
  openContext(): AudioContext;
  readonly player: Pick<Player, "block">;
  onFailure(error: unknown): void;
}

export interface MixDeckState {
  readonly status: "still" | "loading" | "playing";
  readonly elapsedMs: number;
  readonly isFailed: boolean;
}

const STILL: MixDeckState = { status: "still", elapsedMs: 0, isFailed: false };

/** Plays a take as it is mixed now, and blocks the app's player meanwhile. */
export class MixDeck {
  readonly #parts: MixDeckParts;
  readonly #listeners = new Listeners();
  #state = STILL;
  #context: AudioContext | null = null;
  #preview: Pick<MixPreview, "play" | "setMix" | "dispose"> | null = null;
  #releaseBlock: () => void = () => undefined;
  /** Counts starts and stops, to detect a mixer that opens after its playback was stopped. */
  #turns = 0;

  constructor(parts: MixDeckParts) {
    this.#parts = parts;
  }

  readonly getState = (): MixDeckState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /**
   * Opens the sound for a `play` that comes later. Must be called from a click handler: some
   * browsers start a context only in one. `stop` closes it again.
   */
  unlock(): void {
    this.#openContext();
  }

  /**
   * Plays from `fromMs`. Calls `getMix` once the sound is ready, which may take a moment. Must be
   * called from a click handler, or after `unlock`.
   */
  async play(getMix: () => VoiceMix, fromMs: number): Promise<void> {
    this.halt();
    const turn = this.#turns;
    this.#releaseBlock = this.#parts.player.block();
    this.#set({ ...STILL, status: "loading", elapsedMs: fromMs });
    try {
      const context = this.#openContext();
      const mixer = await this.#parts.openMixer();
      if (this.#turns !== turn) return;
      this.#preview = mixer.preview(context, ({ isPlaying, elapsedMs }) => {
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

  /** Changes the mix while it plays; the change is audible immediately. */
  setMix(mix: VoiceMix): void {
    this.#preview?.setMix(mix);
  }

  stop(): void {
    this.halt();
    void this.#context?.close();
    this.#context = null;
  }

  /** Stops, but keeps the sound open for a `play` that follows without a click. */
  halt(): void {
    this.#turns += 1;
    this.#preview?.dispose();
    this.#preview = null;
    this.#releaseBlock();
    this.#releaseBlock = () => undefined;
    this.#set(STILL);
  }

  #openContext(): AudioContext {
    this.#context ??= this.#parts.openContext();
    // Some browsers keep a new context suspended until it is resumed, and suspend an open one
    // during a phone call.
    void this.#context.resume();
    return this.#context;
  }

  #set(state: MixDeckState): void {
    this.#state = state;
    this.#listeners.tell();
  }
}
