import { expect, test } from "vitest";
import { resample, RESAMPLE_REACH } from "./resample";

/** Makes a tone whose sample at index `RESAMPLE_REACH` is at time zero. */
const tone = (hertz: number, rate: number, length: number) =>
  Float32Array.from({ length }, (_, index) =>
    Math.sin((2 * Math.PI * hertz * (index - RESAMPLE_REACH)) / rate),
  );

test.each([
  [44_100, 48_000, 1_000],
  [48_000, 44_100, 1_000],
  [16_000, 48_000, 3_000],
  [48_000, 48_000, 9_000],
])("keeps a tone in its place from %d to %d Hz", (fromRate, toRate, hertz) => {
  const length = toRate / 10;
  const samples = tone(hertz, fromRate, fromRate / 10 + 2 * RESAMPLE_REACH + 1);
  const result = resample(samples, { fromRate, toRate }, length);
  let worst = 0;
  result.forEach((sample, index) => {
    const right = Math.sin((2 * Math.PI * hertz * index) / toRate);
    worst = Math.max(worst, Math.abs(sample - right));
  });
  expect(worst).toBeLessThan(0.001);
});

test("leaves out what the new rate cannot hold", () => {
  const samples = tone(15_000, 48_000, 48_000);
  const rates = { fromRate: 48_000, toRate: 16_000 };
  const result = resample(samples, rates, 8_000);
  const loudest = result.reduce(
    (most, sample) => Math.max(most, Math.abs(sample)),
    0,
  );
  expect(loudest).toBeLessThan(0.001);
});

test("reads silence behind the end", () => {
  const rates = { fromRate: 44_100, toRate: 48_000 };
  const result = resample(new Float32Array(10), rates, 200);
  expect(result.every((sample) => sample === 0)).toBe(true);
});
