import { connectMaster, glideTo } from "./masterBus";
import { type MixParts, playMix } from "./mixParts";
import { planMix, type VoiceMix } from "./mixPlan";
import { Scope } from "./scope";

export interface PreviewState {
  readonly isPlaying: boolean;
  readonly elapsedMs: number;
}

/** As long as the app's player needs between two looks. */
const PROGRESS_PERIOD_MS = 100;
/** One timing fades into the next: a jump would click. */
const FADE_SECONDS = 0.02;
/** So that the first notes are not late on a busy phone. */
const LEAD_SECONDS = 0.05;

interface Run {
  readonly fade: GainNode;
  readonly trim: GainNode;
  readonly mix: VoiceMix;
  /** Second of the mix and moment of the context that belong together. */
  readonly fromSeconds: number;
  readonly at: number;
}

/** Plays the mix as it would be, and follows every change at once. */
export class MixPreview {
  readonly #parts: MixParts;
  readonly #onChange: (state: PreviewState) => void;
  readonly #scope = new Scope();
  readonly #context = new AudioContext();
  readonly #master: AudioNode;
  #run: Run | null = null;

  /** Must be made in a click: browsers start audio in no other way. */
  constructor(parts: MixParts, onChange: (state: PreviewState) => void) {
    this.#parts = parts;
    this.#onChange = onChange;
    this.#master = connectMaster(this.#context.destination);
    this.#scope.add(() => void this.#context.close());
    this.#scope.every(PROGRESS_PERIOD_MS, () => this.#progress());
  }

  play(mix: VoiceMix, fromMs: number): void {
    const { lengthSeconds } = planMix(this.#parts.stem, mix.timingMs);
    const fromSeconds = Math.min(fromMs / 1000, lengthSeconds);
    // Some browsers hold a context back until they are asked.
    void this.#context.resume();
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
    const trim = playMix(fade, this.#parts, mix, span);
    this.#run = { fade, trim, mix, fromSeconds, at };
    this.#progress();
  }

  setMix(mix: VoiceMix): void {
    const run = this.#run;
    if (!run) return;
    if (run.mix.timingMs === mix.timingMs) {
      glideTo(run.trim, mix.voice);
      this.#run = { ...run, mix };
    } else {
      this.play(mix, 1000 * (this.#elapsedSeconds(run) + LEAD_SECONDS));
    }
  }

  /** Ends it and gives the device back. */
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
