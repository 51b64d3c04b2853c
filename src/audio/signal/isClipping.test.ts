import { expect, test } from "vitest";
import { isClipping } from "./isClipping";

const tone = (gain: number) =>
  Float32Array.from({ length: 4_800 }, (_, n) =>
    Math.max(-1, Math.min(1, gain * Math.sin(n / 35))),
  );

test("sees a tone that is cut off, and none that fits", () => {
  expect(isClipping(tone(1.5))).toBe(true);
  expect(isClipping(tone(0.98))).toBe(false);
  expect(isClipping(new Float32Array())).toBe(false);
});

test("takes a single peak at full scale as one that fits", () => {
  const samples = tone(0.5);
  samples[100] = 1;
  samples[2_000] = -1;
  expect(isClipping(samples)).toBe(false);
});
