import { vi } from "vitest";

/** A source that was started, on a clock that runs with the fake timers. */
export interface Started {
  readonly buffer: { readonly duration: number; readonly url?: string };
  readonly at: number;
  readonly offset: number;
  readonly node: {
    readonly loop: boolean;
    readonly loopStart: number;
    readonly loopEnd: number;
  };
  /** When it was told to stop; null until then. */
  stoppedAt: number | null;
}

/** Replaces the nodes that play decoded sound, and the clock. Fake timers must be on. */
export function fakeSources() {
  const openedAt = Date.now();
  const now = () => (Date.now() - openedAt) / 1000;
  const started: Started[] = [];
  const gains: { readonly gain: { value: number } }[] = [];

  class FakeSource {
    loop: boolean;
    readonly loopStart: number;
    readonly loopEnd: number;
    onended: (() => void) | null = null;
    readonly #buffer: Started["buffer"];
    #started: Started | null = null;

    constructor(
      _: unknown,
      {
        buffer,
        loop = false,
        loopStart = 0,
        loopEnd = 0,
      }: Pick<Started, "buffer"> & Partial<Started["node"]>,
    ) {
      this.#buffer = buffer;
      this.loop = loop;
      this.loopStart = loopStart;
      this.loopEnd = loopEnd;
    }

    connect<Node>(node: Node): Node {
      return node;
    }

    start(at: number, offset: number) {
      const buffer = this.#buffer;
      this.#started = { buffer, at, offset, node: this, stoppedAt: null };
      started.push(this.#started);
      this.#endAfter(at - now() + buffer.duration - offset);
    }

    stop() {
      this.onended = null;
      if (this.#started) this.#started.stoppedAt = now();
    }

    #endAfter(seconds: number): void {
      setTimeout(() => {
        if (this.loop) this.#endAfter(this.#buffer.duration);
        else this.onended?.();
      }, 1000 * seconds);
    }
  }

  class FakeGain {
    readonly gain: { value: number };

    constructor(_: unknown, { gain }: { gain: number }) {
      this.gain = { value: gain };
      gains.push(this);
    }

    connect<Node>(node: Node): Node {
      return node;
    }

    disconnect() {
      // The fake nodes need no connections.
    }
  }

  vi.stubGlobal("AudioBufferSourceNode", FakeSource);
  vi.stubGlobal("GainNode", FakeGain);
  const context = {
    state: "running",
    get currentTime() {
      return now();
    },
    outputLatency: 0,
    destination: {},
    resume: async () => undefined,
    suspend: async () => undefined,
    close: async () => undefined,
  };
  return { started, gains, now, context };
}
