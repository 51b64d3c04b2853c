import type { Scope } from "../../lib/scope";
import { Silence } from "./silence";

const READ_EVERY_MS = 200;
/** A third of a second at 48 kHz: readings that come late still miss little. */
const READING_SAMPLES = 16_384;

/**
 * Calls `onSilence` when an open microphone turns out to send no sound, and when it is heard again,
 * until the scope ends. `openedAtMs` is on the page's clock.
 */
export function watchSilence(
  scope: Scope,
  voice: AudioNode,
  openedAtMs: number,
  onSilence: (isSilent: boolean) => void,
): void {
  const { context } = voice;
  const reader = new AnalyserNode(context, { fftSize: READING_SAMPLES });
  const samples = new Float32Array(READING_SAMPLES);
  const silence = new Silence(openedAtMs);
  voice.connect(reader);
  scope.add(() => reader.disconnect());
  scope.every(READ_EVERY_MS, () => {
    reader.getFloatTimeDomainData(samples);
    if (silence.note(performance.now(), samples)) onSilence(silence.isSilent);
  });
}
