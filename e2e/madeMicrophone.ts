/**
 * A microphone that is made in the page, for devices that a test machine does not have: one of any
 * rate, one that changes its rate in the middle, one that is muted.
 */
import type { Page } from "@playwright/test";

const VOICE_HERTZ = 437;

interface MadeMicrophone {
  /** Of the output, in Hz. */
  readonly outputRate: number;
  /**
   * Rates of the microphone in Hz. Each applies from this many seconds after the microphone opens.
   */
  readonly rates: readonly (readonly [fromSeconds: number, rate: number])[];
  /**
   * Whether a switch mutes the microphone before the page asks for it. It then opens but delivers
   * nothing.
   */
  readonly isMuted?: boolean;
}

/** Installs the microphone in pages that are opened afterwards. */
export async function plugMicrophone(
  page: Page,
  microphone: MadeMicrophone,
): Promise<void> {
  const source = `(${speak.toString()})()`;
  const made = { ...microphone, hertz: VOICE_HERTZ, source };
  await page.addInitScript(installMicrophone, made);
}

/** Runs in the page before the app does. */
function installMicrophone({
  isMuted = false,
  ...made
}: MadeMicrophone & { readonly source: string }): void {
  /** A class that Chromium has and TypeScript's library does not declare. */
  type Generator = MediaStreamTrack & {
    readonly writable: WritableStream<AudioData>;
  };
  const { MediaStreamTrackGenerator } = window as unknown as {
    MediaStreamTrackGenerator: new (options: { kind: "audio" }) => Generator;
  };
  const Context = window.AudioContext;
  window.AudioContext = class extends Context {
    constructor(options?: AudioContextOptions) {
      super({ ...options, sampleRate: made.outputRate });
    }
  };
  navigator.mediaDevices.getUserMedia = () => {
    const track = new MediaStreamTrackGenerator({ kind: "audio" });
    if (isMuted) Object.defineProperty(track, "muted", { value: true });
    else {
      const script = new Blob([made.source], { type: "text/javascript" });
      const thread = new Worker(URL.createObjectURL(script));
      const { writable } = track;
      thread.postMessage({ ...made, writable }, [writable]);
    }
    return Promise.resolve(new MediaStream([track]));
  };
}

/**
 * Runs in a thread of its own, as a real microphone does: the thread of the page is held up by
 * everything that the page draws.
 */
function speak(): void {
  type Order = MadeMicrophone & {
    readonly hertz: number;
    readonly writable: WritableStream<AudioData>;
  };
  const partSeconds = 0.01;
  self.addEventListener("message", ({ data: order }: MessageEvent<Order>) => {
    const { outputRate, rates, hertz, writable } = order;
    const writer = writable.getWriter();
    const startedMs = performance.now();
    const rateAt = (seconds: number) =>
      rates.findLast(([from]) => seconds >= from)?.[1] ?? outputRate;
    const makePart = (sent: number): AudioData => {
      const sampleRate = rateAt(sent);
      const numberOfFrames = Math.round(sampleRate * partSeconds);
      const data = Float32Array.from(
        { length: numberOfFrames },
        (_, index) =>
          0.3 * Math.sin(2 * Math.PI * hertz * (sent + index / sampleRate)),
      );
      const timestamp = Math.round(startedMs * 1000 + sent * 1e6);
      const format = "f32-planar";
      const shape = { format, numberOfChannels: 1, numberOfFrames } as const;
      return new AudioData({ ...shape, sampleRate, timestamp, data });
    };
    let parts = 0;
    setInterval(() => {
      const now = (performance.now() - startedMs) / 1000;
      for (; parts * partSeconds < now; parts += 1)
        writer.write(makePart(parts * partSeconds)).catch(() => self.close());
    }, 4);
  });
}
