import { connectMaster, glideTo } from "../signal/masterBus";
import { levelsOf, type MixGains, type MixParts, playMix } from "./playMix";
import { planMix, soundOf } from "./mixPlan";
import type { VoiceMix } from "../store/voiceMix";
import { Scope } from "../../lib/scope";

export interface PreviewState {
  readonly isPlaying: boolean;
  readonly elapsedMs: number;
}

/** The same period as in the app's player. */
const PROGRESS_PERIOD_MS = 100;
/** Cross-fade between two timings, because a jump would click. */
const FADE_SECONDS = 0.02;
/** Schedules playback slightly ahead, so that the first notes are not late on a busy phone. */
const LEAD_SECONDS = 0.05;

interface Run {
  readonly fade: GainNode;
  readonly gains: MixGains;
  readonly mix: VoiceMix;
  /** Position in the mix, in seconds, that plays at time `at` of the context. */
  readonly fromSeconds: number;
  readonly at: number;
}

/** Plays the mix of a take live and applies every change immediately. */
export class MixPreview {
  readonly #parts: MixParts;
  readonly #onChange: (state: PreviewState) => void;
  readonly #scope = new Scope();
  readonly #context: AudioContext;
  readonly #master: AudioNode;
  #run: Run | null = null;

  /** Plays on `context`, which the caller closes. */
  constructor(
    parts: MixParts,
    context: AudioContext,
    onChange: (state: PreviewState) => void,
  ) {
    this.#parts = parts;
    this.#context = context;
    this.#onChange = onChange;
    this.#master = connectMaster(context.destination);
    this.#scope.every(PROGRESS_PERIOD_MS, () => this.#progress());
  }

  play(mix: VoiceMix, fromMs: number): void {
    const { lengthSeconds } = planMix(this.#parts.stem, mix.timingMs);
    const fromSeconds = Math.min(fromMs / 1000, lengthSeconds);
    const at = this.#context.currentTime + LEAD_SECONDS;
    this.#endRun(at);
    const fade = new GainNode(this.#context, { gain: 0 });
    fade.connect(this.#master);
    fade.gain.setValueAtTime(0, at);
    fade.gain.linearRampToValueAtTime(1, at + FADE_SECONDS);
    const span = {
      fromSeconds,
      lengthSeconds: lengthSeconds - fromSeconds,
      at,
    };
    const gains = playMix(fade, this.#parts, mix, span);
    this.#run = { fade, gains, mix, fromSeconds, at };
    this.#progress();
  }

  /**
   * Applies a changed mix. A new level glides; a new timing or sound restarts the playback at the
   * same position with a cross-fade.
   */
  setMix(mix: VoiceMix): void {
    const run = this.#run;
    if (!run) return;
    const isSameSound = soundOf(run.mix) === soundOf(mix);
    if (run.mix.timingMs === mix.timingMs && isSameSound) {
      const { voice, beat, master } = levelsOf(this.#parts, mix);
      glideTo(run.gains.voice, voice);
      glideTo(run.gains.beat, beat);
      glideTo(run.gains.master, master);
      this.#run = { ...run, mix };
    } else {
      this.play(mix, 1000 * (this.#elapsedSeconds(run) + LEAD_SECONDS));
    }
  }

  /** Stops playback and reports the end. */
  dispose(): void {
    this.#scope.dispose();
    this.#run = null;
    this.#onChange({ isPlaying: false, elapsedMs: 0 });
  }

  #endRun(at: number): void {
    const run = this.#run;
    if (!run) return;
    run.fade.gain.setValueAtTime(1, at);
    run.fade.gain.linearRampToValueAtTime(0, at + FADE_SECONDS);
    const done = (at + FADE_SECONDS - this.#context.currentTime) * 1000 + 100;
    this.#scope.after(done, () => run.fade.disconnect());
  }

  #elapsedSeconds({ fromSeconds, at }: Run): number {
    return fromSeconds + Math.max(0, this.#context.currentTime - at);
  }

  #progress(): void {
    const run = this.#run;
    if (!run) return;
    const { lengthSeconds } = planMix(this.#parts.stem, run.mix.timingMs);
    const elapsed = this.#elapsedSeconds(run);
    if (elapsed >= lengthSeconds) this.dispose();
    else this.#onChange({ isPlaying: true, elapsedMs: elapsed * 1000 });
  }
}
