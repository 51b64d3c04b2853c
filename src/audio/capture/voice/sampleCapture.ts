import { comesTrue } from "../../../lib/pageTime";
import type { FrameBlock } from "../../signal/frameBlock";
import { joinSamples } from "../../signal/joinSamples";
import type { OnSamples, VoiceInput } from "./voiceInput";

/** A third of a second at 48 kHz, which is little to lose in a crash. */
const BLOCK_FRAMES = 16_384;
/**
 * How long `stop` waits for samples that are handed over late; time in which the page stands still
 * does not count.
 */
const PATIENCE_MS = 1_000;
const LOOK_EVERY_MS = 20;

type Clock = Pick<BaseAudioContext, "currentTime" | "sampleRate">;

/**
 * Collects the microphone's samples into larger blocks. A page that hands samples over late loses
 * none here, although the audio graph plays silence in their place.
 */
export class SampleCapture {
  readonly #clock: Clock;
  readonly #onBlock: OnSamples;
  readonly #end: () => void;
  #waiting: FrameBlock<Float32Array<ArrayBuffer>>[] = [];
  #endFrame = 0;

  constructor(
    clock: Clock,
    listen: NonNullable<VoiceInput["listen"]>,
    onBlock: OnSamples,
  ) {
    this.#clock = clock;
    this.#onBlock = onBlock;
    this.#end = listen((block) => this.#add(block));
  }

  /** Resolves once everything up to this moment has been handed on. */
  async stop(): Promise<void> {
    const { currentTime, sampleRate } = this.#clock;
    const until = Math.round(currentTime * sampleRate);
    await comesTrue(() => this.#endFrame >= until, {
      withinMs: PATIENCE_MS,
      lookEveryMs: LOOK_EVERY_MS,
    });
    this.#end();
    this.#send(until);
  }

  #add(block: FrameBlock<Float32Array<ArrayBuffer>>): void {
    this.#waiting.push(block);
    this.#endFrame = block.startFrame + block.samples.length;
    const [first = block] = this.#waiting;
    if (this.#endFrame - first.startFrame >= BLOCK_FRAMES) this.#send();
  }

  #send(until = Infinity): void {
    const [first] = this.#waiting;
    if (!first) return;
    const { startFrame } = first;
    const all = joinSamples(this.#waiting.map(({ samples }) => samples));
    this.#waiting = [];
    const samples = all.subarray(0, Math.max(0, until - startFrame));
    if (samples.length > 0) this.#onBlock({ startFrame, samples });
  }
}
