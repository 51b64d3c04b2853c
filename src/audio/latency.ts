/** What a browser says about its own delays, in seconds. Fields it does not know are missing or zero. */
export interface ReportedLatency {
  readonly baseLatency?: number;
  readonly outputLatency?: number;
  readonly inputLatency?: number;
}

/** More than this is a misreport or a link nobody can rap over. */
export const MAX_ROUND_TRIP_SECONDS = 1;

/** How far a person may move the voice by ear, to either side. */
export const MAX_TIMING_MS = 300;

/** The beat waits for no longer: its delay line is this long. */
export const MAX_BEAT_DELAY_SECONDS =
  MAX_ROUND_TRIP_SECONDS + MAX_TIMING_MS / 1000;

/** How late the two are made in the mix. */
export interface TakeDelays {
  readonly beatDelaySeconds: number;
  /** Only when the voice has to be later than it came in. */
  readonly voiceDelaySeconds: number;
}

/** A correction above zero makes the voice later, below zero earlier: then the beat waits longer. */
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
 * The time from a beat sample leaving the graph to the voice that answered it coming back in: out through the buffer
 * and the device, in through the microphone. The voice is late by this much, so the beat in the mix is made just as late.
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
