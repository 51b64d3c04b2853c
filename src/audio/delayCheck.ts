import { CaptureError, type CaptureEngine } from "./captureEngine";
import type { DelayBook } from "./delayBook";
import type { DelayInUse } from "./delayInUse";
import { Listeners } from "./listeners";
import type { Player } from "./player";
import { Scope } from "./scope";

export interface DelayCheckParts {
  readonly engine: Pick<CaptureEngine, "findDelay" | "measureDelay">;
  readonly book: Pick<DelayBook, "setRoundTrip" | "setCorrection">;
  readonly player: Pick<Player, "block">;
  onFailure(error: unknown): void;
}

/** unheard, unsteady: see DelayVerdict · microphone: refused or missing · browser: cannot measure. */
export type DelayProblem = "unheard" | "unsteady" | "microphone" | "browser";

export type DelayCheckState = {
  /** Null until it has been looked up. */
  readonly delay: DelayInUse | null;
} & (
  | { readonly phase: "rest" | "measured" }
  /** The burst that plays; zero before the first. */
  | { readonly phase: "measuring"; readonly burst: number }
  | { readonly phase: "failed"; readonly problem: DelayProblem }
);

/** Finds out, and lets a person measure, how late the voice comes in. */
export class DelayCheck {
  readonly #parts: DelayCheckParts;
  readonly #listeners = new Listeners();
  #state: DelayCheckState = { phase: "rest", delay: null };
  #running: AbortController | null = null;

  constructor(parts: DelayCheckParts) {
    this.#parts = parts;
  }

  readonly getState = (): DelayCheckState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Looks up what is known of the devices that are plugged in now. */
  async refresh(hasHeadphones: boolean): Promise<void> {
    const delay = await this.#parts.engine.findDelay(hasHeadphones);
    this.#set({ ...this.#state, delay });
  }

  /** Must be called in a click. */
  async measure(hasHeadphones: boolean): Promise<void> {
    if (this.#running) return;
    const controller = new AbortController();
    this.#running = controller;
    const { signal } = controller;
    const { engine, player } = this.#parts;
    const scope = new Scope();
    scope.add(player.block());
    const { delay } = this.#state;
    this.#set({ phase: "measuring", burst: 0, delay });
    try {
      const verdict = await engine.measureDelay(hasHeadphones, {
        signal,
        onBurst: (burst) => this.#set({ phase: "measuring", burst, delay }),
      });
      this.#end(
        verdict.kind === "measured"
          ? { phase: "measured", delay: null }
          : { phase: "failed", problem: verdict.kind, delay },
      );
    } catch (error) {
      if (signal.aborted) this.#end({ phase: "rest", delay });
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
    this.#end({ phase: "rest", delay: null });
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
    this.#end({ phase: "failed", problem, delay: this.#state.delay });
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
