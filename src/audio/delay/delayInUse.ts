import { type DelayBook, type DevicePair, NOTHING_KNOWN } from "./delayBook";
import { type InputDevice, nameDevices } from "./nameDevices";
import { roundTripSeconds } from "./latency";
import { reportedOutputLatency } from "./outputLatency";

/** The delay for which a take is corrected. */
export interface DelayInUse {
  /** Null until the browser reveals the names of its devices. */
  readonly pair: DevicePair | null;
  readonly source: "measured" | "reported";
  /** The round trip. Null if the browser will report it, but only once the microphone is open. */
  readonly seconds: number | null;
  /** Manual correction that is added to the delay; a positive one makes the voice later. */
  readonly correctionMs: number;
}

/**
 * Finds the best known delay: the measured one if there is one, otherwise what the browser reports.
 */
export async function findDelay(
  book: DelayBook,
  context: AudioContext | null,
  microphone: InputDevice | null,
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
  microphone: InputDevice,
): number {
  return roundTripSeconds({
    baseLatency: context.baseLatency,
    outputLatency: reportedOutputLatency(context) ?? 0,
    inputLatency: microphone.latency,
  });
}
