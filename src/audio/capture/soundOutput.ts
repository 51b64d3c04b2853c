import { wait } from "../../lib/wait";
import type { Scope } from "../../lib/scope";

/**
 * How long a context that was used before may take to run again. A busy phone stops its clock for a
 * second while the microphone opens.
 */
const AGAIN_PATIENCE_MS = 1_800;
/** How long a new context may take. Some outputs, such as earbuds, wake up slowly. */
const NEW_PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 20;
/** -100 dB and constant: it cannot be heard, and 16-bit outputs cannot even play it. */
const INAUDIBLE = 1e-5;

/**
 * The audio context of the recorder. It stays open between takes, and is replaced when it can no
 * longer run: after a call, some browsers never resume a context, or say that it runs while its
 * clock stands still.
 */
export class SoundOutput {
  readonly #make: () => AudioContext;
  #context: AudioContext | null = null;

  constructor(make: () => AudioContext) {
    this.#make = make;
  }

  /** Null before `open`. */
  get context(): AudioContext | null {
    return this.#context;
  }

  /** Resolves to a context whose clock moves. Rejects if there is none. */
  async open(): Promise<AudioContext> {
    const before = this.#context;
    if (!before) return this.#start();
    if (await isAlive(before, AGAIN_PATIENCE_MS)) return before;
    this.close();
    return this.#start();
  }

  close(): void {
    void this.#context?.close();
    this.#context = null;
  }

  async #start(): Promise<AudioContext> {
    const context = this.#make();
    this.#context = context;
    if (await isAlive(context, NEW_PATIENCE_MS)) return context;
    throw new Error("the clock of the audio context stands still");
  }
}

async function isAlive(
  context: AudioContext,
  patienceMs: number,
): Promise<boolean> {
  const givesUpAt = performance.now() + patienceMs;
  const { currentTime } = context;
  // `resume` may reject or never resolve, so the loop below watches the clock instead.
  if (context.state !== "running") context.resume().catch(() => undefined);
  while (context.state !== "running" || context.currentTime === currentTime) {
    if (performance.now() >= givesUpAt) return false;
    await wait(LOOK_EVERY_MS);
  }
  return true;
}

/**
 * Keeps the sound device in use until the scope ends. Without this, Chromium releases the device
 * after 30 s of silence, and the context's clock jumps.
 */
export function keepOutputAwake(context: AudioContext, scope: Scope): void {
  const source = new ConstantSourceNode(context, { offset: INAUDIBLE });
  source.connect(context.destination);
  source.start();
  scope.add(() => source.disconnect());
}
