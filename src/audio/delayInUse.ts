import { type DelayBook, type DevicePair, NOTHING_KNOWN } from "./delayBook";
import { nameDevices } from "./devicePair";
import { roundTripSeconds } from "./latency";
import { reportedInputLatency } from "./microphone";

/** By how much a take is put right. */
export interface DelayInUse {
  /** Null before the browser tells the names of its devices. */
  readonly pair: DevicePair | null;
  readonly source: "measured" | "reported";
  /** Null when it will be reported, but is not yet. */
  readonly seconds: number | null;
  /** What a person has moved by ear on top of it; above zero the voice is later. */
  readonly correctionMs: number;
}

/** What is known best: a measured delay before one that the browser reports. */
export async function findDelay(
  book: DelayBook,
  context: AudioContext | null,
  microphone: MediaStream | null,
  hasHeadphones: boolean,
): Promise<DelayInUse> {
  const devices = await nameDevices(microphone, hasHeadphones);
  const sampleRate = context?.sampleRate ?? null;
  const pair = devices === null ? null : { devices, sampleRate };
  const known = pair ? book.find(pair) : NOTHING_KNOWN;
  const { correctionMs } = known;
  if (known.roundTripMs !== null) {
    const seconds = known.roundTripMs / 1000;
    return { pair, source: "measured", seconds, correctionMs };
  }
  const seconds =
    context && microphone ? reportedRoundTrip(context, microphone) : null;
  return { pair, source: "reported", seconds, correctionMs };
}

function reportedRoundTrip(
  context: AudioContext,
  microphone: MediaStream,
): number {
  return roundTripSeconds({
    baseLatency: context.baseLatency,
    outputLatency: context.outputLatency,
    inputLatency: reportedInputLatency(microphone),
  });
}
