/** What a browser says about its own delays, in seconds. Fields it does not know are missing or zero. */
export interface ReportedLatency {
  readonly baseLatency?: number;
  readonly outputLatency?: number;
  readonly inputLatency?: number;
}

/** More than this is a misreport or a link nobody can rap over; the delay line is this long. */
export const MAX_ROUND_TRIP_SECONDS = 1;

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
