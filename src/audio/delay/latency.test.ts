import { expect, test } from "vitest";
import { roundTripSeconds, takeDelays } from "./latency";

test.each([
  [{ baseLatency: 0.01, outputLatency: 0.03, inputLatency: 0.02 }, 0.06],
  [{ baseLatency: 0.01, outputLatency: 0.03 }, 0.04],
  [{ baseLatency: 0.005, outputLatency: 0, inputLatency: 0.01 }, 0.015],
  [{}, 0],
  [{ baseLatency: Number.NaN, outputLatency: -0.2, inputLatency: 0.02 }, 0.02],
  [{ baseLatency: Number.POSITIVE_INFINITY }, 0],
  [{ baseLatency: 0.01, outputLatency: 7 }, 1],
])("adds up %j to a round trip of %d s", (reported, seconds) => {
  expect(roundTripSeconds(reported)).toBeCloseTo(seconds, 9);
});

test.each([
  [0.05, 0, 0.05, 0],
  [0.05, -100, 0.15, 0],
  [0.05, 30, 0.02, 0],
  [0.05, 100, 0, 0.05],
  [1, -300, 1.3, 0],
])(
  "a round trip of %d s corrected by %d ms delays the beat by %d s and the voice by %d s",
  (roundTrip, correctionMs, beat, voice) => {
    const delays = takeDelays(roundTrip, correctionMs);
    expect(delays.beatDelaySeconds).toBeCloseTo(beat, 9);
    expect(delays.voiceDelaySeconds).toBeCloseTo(voice, 9);
  },
);
