/**
 * A microphone that is made in the page, for devices that a test machine does not have: one of any
 * rate, one that changes its rate in the middle, one that is muted.
 */
import type { Page } from "@playwright/test";

export const VOICE_HERTZ = 437;

interface MadeMicrophone {
  /** Of the output, in Hz. */
  readonly outputRate: number;
  /** Of the microphone, in Hz: each applies from so many seconds after the opening on. */
  readonly rates: readonly (readonly [fromSeconds: number, rate: number])[];
  /** Muted by a switch before the page asks for it: it opens, but delivers nothing. */
  readonly isMuted?: boolean;
}

/** Installs the microphone in pages that are opened afterwards. */
export async function plugMicrophone(
  page: Page,
  microphone: MadeMicrophone,
): Promise<void> {
  const made = { ...microphone, hertz: VOICE_HERTZ };
  await page.addInitScript(installMicrophone, made);
}

/** Runs in the page before the app does. */
function installMicrophone({
  outputRate,
  rates,
  isMuted = false,
  hertz,
}: MadeMicrophone & { readonly hertz: number }): void {
  /** Chromium has it; TypeScript's library does not declare it. */
  type Generator = MediaStreamTrack & {
    readonly writable: WritableStream<AudioData>;
  };
  const { MediaStreamTrackGenerator } = window as unknown as {
    MediaStreamTrackGenerator: new (options: { kind: "audio" }) => Generator;
  };
  const Context = window.AudioContext;
  window.AudioContext = class extends Context {
    constructor(options?: AudioContextOptions) {
      super({ ...options, sampleRate: outputRate });
    }
  };
  const partSeconds = 0.01;
  const rateAt = (seconds: number) =>
    rates.findLast(([from]) => seconds >= from)?.[1] ?? outputRate;
  const makePart = (startedMs: number, sent: number): AudioData => {
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
  navigator.mediaDevices.getUserMedia = () => {
    const track = new MediaStreamTrackGenerator({ kind: "audio" });
    if (isMuted) Object.defineProperty(track, "muted", { value: true });
    const writer = track.writable.getWriter();
    const startedMs = performance.now();
    let parts = 0;
    const timer = setInterval(() => {
      if (track.readyState === "ended") clearInterval(timer);
      else if (!isMuted) send();
    }, 4);
    const send = () => {
      const now = (performance.now() - startedMs) / 1000;
      for (; parts * partSeconds < now; parts += 1)
        writer
          .write(makePart(startedMs, parts * partSeconds))
          .catch(() => undefined);
    };
    return Promise.resolve(new MediaStream([track]));
  };
}
