/**
 * A page with nothing but the recorder's capture code, for measuring where voice and beat land in a
 * finished file. `tools/bench/studio` builds and drives it.
 */
import { CaptureEngine } from "../audio/capture/captureEngine";
import type { RunningCapture } from "../audio/capture/runningCapture";
import { DelayBook } from "../audio/delay/delayBook";
import { finishTake } from "../audio/studio/finishing/finishTake";
import type { CheckedDelay, MeasuredTake } from "./studioPageApi";

/** Sample rate of the samples that `take` returns. Opus files have this rate. */
const DECODED_RATE = 48_000;

const engine = new CaptureEngine(new DelayBook());

async function measure(): Promise<CheckedDelay> {
  const { signal } = new AbortController();
  return engine.measureDelay(true, { signal, onBurst: () => undefined });
}

async function take(
  beatUrl: string,
  lengthMs: number,
  bpm = 60,
): Promise<MeasuredTake> {
  const capture = await engine.start({
    beatUrl,
    bpm,
    hasHeadphones: true,
    levels: { voice: 1, beat: 0.7 },
    countIn: null,
    section: null,
    onChunk: () => undefined,
    onStem: () => undefined,
    onStemBlock: () => undefined,
    onInterrupted: () => undefined,
    onSwitch: () => undefined,
    onSilence: () => undefined,
  });
  await recordedFor(capture, lengthMs);
  const finished = await finishTake("take", await capture.stop(), null);
  return {
    samples: await decode(finished.file),
    dropouts: finished.dropouts,
  };
}

async function recordedFor(capture: RunningCapture, lengthMs: number) {
  while (capture.elapsedMs() < lengthMs)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

async function decode(file: Blob): Promise<string> {
  const context = new OfflineAudioContext(1, 1, DECODED_RATE);
  const { buffer } = (
    await context.decodeAudioData(await file.arrayBuffer())
  ).getChannelData(0);
  let text = "";
  for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

window.studioPage = { measure, take };
