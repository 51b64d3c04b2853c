/**
 * The latencies that a browser reports, in seconds. Values that it does not know are missing or
 * zero.
 */
export interface ReportedLatency {
  readonly baseLatency?: number;
  readonly outputLatency?: number;
  readonly inputLatency?: number;
}

/** Upper limit of a round trip. A longer one is reported wrongly, or too long to rap over. */
export const MAX_ROUND_TRIP_SECONDS = 1;

/** Maximum manual correction of the voice's timing, in either direction. */
export const MAX_TIMING_MS = 300;

/** The longest time for which the voice is held back before the mix to give it a constant delay. */
export const MAX_BUFFER_SECONDS = 0.25;

/** Length of the beat's delay line. */
export const MAX_BEAT_DELAY_SECONDS =
  MAX_ROUND_TRIP_SECONDS + MAX_BUFFER_SECONDS + MAX_TIMING_MS / 1000;

/** Delays applied in the mix to line up voice and beat. At most one of them is above zero. */
export interface TakeDelays {
  readonly beatDelaySeconds: number;
  /** Above zero only if the voice must come even later than it arrived. */
  readonly voiceDelaySeconds: number;
}

/**
 * Computes the delays from the round trip, in seconds, and the manual correction. A positive
 * correction makes the voice later, by delaying the beat less; a negative one delays the beat more.
 */
export function takeDelays(
  roundTrip: number,
  correctionMs: number,
): TakeDelays {
  const beatDelay = roundTrip - correctionMs / 1000;
  return {
    beatDelaySeconds: Math.min(Math.max(0, beatDelay), MAX_BEAT_DELAY_SECONDS),
    voiceDelaySeconds: Math.max(0, -beatDelay),
  };
}

/**
 * The time, in seconds, from a beat sample leaving the graph until the voice that answers it
 * arrives: out through buffer and device, in through the microphone. The voice is late by this
 * much, so the beat in the mix is delayed by the same amount.
 */
export function roundTripSeconds(reported: ReportedLatency): number {
  const total =
    usable(reported.baseLatency) +
    usable(reported.outputLatency) +
    usable(reported.inputLatency);
  return Math.min(total, MAX_ROUND_TRIP_SECONDS);
}

function usable(seconds: number | undefined): number {
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0
    ? seconds
    : 0;
}
