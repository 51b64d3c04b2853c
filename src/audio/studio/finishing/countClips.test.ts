import { expect, test } from "vitest";
import { packSamples, type Stem } from "../../store/stem";
import { countClips } from "./countClips";

const RATE = 48_000;

/** A stem of one second, cut into two blocks: a tone that is amplified and then cut off at full scale. */
function overdriven(gain: (seconds: number) => number): Stem {
  const samples = packSamples(
    Float32Array.from(
      { length: RATE },
      (_, n) => gain(n / RATE) * Math.sin((2 * Math.PI * 220 * n) / RATE),
    ),
  );
  const levels = { voice: 1, beat: 0.7 };
  return {
    info: {
      sampleRate: RATE,
      beatStartFrame: 0,
      beatDelaySeconds: 0,
      voiceDelaySeconds: 0,
      pair: null,
      correctionMs: 0,
    },
    blocks: [
      { startFrame: 0, samples: samples.subarray(0, 20_000), levels },
      { startFrame: 20_000, samples: samples.subarray(20_000), levels },
    ],
  };
}

test("finds no clipping in a voice that fits", () => {
  expect(countClips(overdriven(() => 0.95))).toBe(0);
});

test("counts each place that is cut off once", () => {
  const once = (seconds: number) => (seconds < 0.1 ? 2 : 0.5);
  expect(countClips(overdriven(once))).toBe(1);
  const twice = (seconds: number) => (seconds < 0.1 || seconds > 0.9 ? 2 : 0.5);
  expect(countClips(overdriven(twice))).toBe(2);
});

test("counts a place across the border of two blocks once", () => {
  const around = (seconds: number) =>
    Math.abs(seconds - 0.4167) < 0.05 ? 3 : 0.2;
  expect(countClips(overdriven(around))).toBe(1);
});
