import { expect, test } from "vitest";
import { roundTripSeconds } from "./latency";

test.each([
  [{ baseLatency: 0.01, outputLatency: 0.03, inputLatency: 0.02 }, 0.06],
  [{ baseLatency: 0.01, outputLatency: 0.03 }, 0.04],
  [{ baseLatency: 0.005, outputLatency: 0, inputLatency: 0.01 }, 0.015],
  [{}, 0],
  [{ baseLatency: Number.NaN, outputLatency: -0.2, inputLatency: 0.02 }, 0.02],
  [{ baseLatency: Number.POSITIVE_INFINITY }, 0],
  [{ baseLatency: 0.01, outputLatency: 7 }, 1],
])("%j is a round trip of %d s", (reported, seconds) => {
  expect(roundTripSeconds(reported)).toBeCloseTo(seconds, 9);
});
