import type { CaptureEngine } from "../capture/captureEngine";
import { CaptureError } from "../capture/takeProblem";
import type { DelayBook } from "../delay/delayBook";
import type { DelayInUse } from "../delay/delayInUse";
import { Listeners } from "../../lib/listeners";
import type { Player } from "../player/player";
import { Scope } from "../../lib/scope";

export interface DelayCheckParts {
  readonly engine: Pick<CaptureEngine, "findDelay" | "measureDelay">;
  readonly book: Pick<DelayBook, "setRoundTrip" | "setCorrection">;
  readonly player: Pick<Player, "block">;
  onFailure(error: unknown): void;
}

/**
 * unheard, unsteady: see `DelayVerdict` · microphone: access was denied, or there is no microphone
 * · browser: the browser cannot measure delays.
 */
export type DelayProblem = "unheard" | "unsteady" | "microphone" | "browser";

export type DelayCheckState = {
  /** Null until `refresh` has finished. */
  readonly delay: DelayInUse | null;
} & (
  | { readonly status: "rest" | "measured" }
  /** `burst` is the number of the burst that is playing; 0 before the first. */
  | { readonly status: "measuring"; readonly burst: number }
  | { readonly status: "failed"; readonly problem: DelayProblem }
);

/**
 * Looks up and measures how late the voice arrives. Subscribers are called after every change of
 * state.
 */
export class DelayCheck {
  readonly #parts: DelayCheckParts;
  readonly #listeners = new Listeners();
  #state: DelayCheckState = { status: "rest", delay: null };
  #running: AbortController | null = null;

  constructor(parts: DelayCheckParts) {
    this.#parts = parts;
  }

  readonly getState = (): DelayCheckState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Looks up the delay of the devices that are plugged in now. */
  async refresh(hasHeadphones: boolean): Promise<void> {
    const delay = await this.#parts.engine.findDelay(hasHeadphones);
    this.#set({ ...this.#state, delay });
  }

  /**
   * Measures the delay; failures appear in the state. Does nothing while a measurement runs. Blocks
   * the player. Must be called from a click handler.
   */
  async measure(hasHeadphones: boolean): Promise<void> {
    if (this.#running) return;
    const controller = new AbortController();
    this.#running = controller;
    const { signal } = controller;
    const { engine, player } = this.#parts;
    const scope = new Scope();
    scope.add(player.block());
    const { delay } = this.#state;
    this.#set({ status: "measuring", burst: 0, delay });
    try {
      const verdict = await engine.measureDelay(hasHeadphones, {
        signal,
        onBurst: (burst) => this.#set({ status: "measuring", burst, delay }),
      });
      this.#end(
        verdict.kind === "measured"
          ? { status: "measured", delay: null }
          : { status: "failed", problem: verdict.kind, delay },
      );
    } catch (error) {
      if (signal.aborted) this.#end({ status: "rest", delay });
      else this.#fail(error);
    } finally {
      this.#running = null;
      scope.dispose();
    }
    await this.refresh(hasHeadphones);
  }

  cancel(): void {
    this.#running?.abort();
  }

  async forgetMeasured(hasHeadphones: boolean): Promise<void> {
    const pair = this.#state.delay?.pair;
    if (pair) this.#parts.book.setRoundTrip(pair, null);
    this.#end({ status: "rest", delay: null });
    await this.refresh(hasHeadphones);
  }

  async forgetCorrection(hasHeadphones: boolean): Promise<void> {
    const pair = this.#state.delay?.pair;
    if (pair) this.#parts.book.setCorrection(pair, 0);
    await this.refresh(hasHeadphones);
  }

  #fail(error: unknown): void {
    this.#parts.onFailure(error);
    const isMicrophone = error instanceof CaptureError;
    const problem = isMicrophone ? "microphone" : "browser";
    this.#end({ status: "failed", problem, delay: this.#state.delay });
  }

  #end(state: DelayCheckState): void {
    this.#running = null;
    this.#set(state);
  }

  #set(state: DelayCheckState): void {
    this.#state = state;
    this.#listeners.tell();
  }
}
