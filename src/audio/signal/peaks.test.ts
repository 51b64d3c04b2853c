import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_PEAKS } from "../../../convex/shared/limits";
import { computePeaks, reducePeaks } from "./peaks";

test("turns a ramp into rising peaks that end at full height", () => {
  const ramp = Float32Array.from({ length: 4000 }, (_, index) => index / 8000);
  const peaks = computePeaks([ramp]);
  expect(peaks).toHaveLength(MAX_PEAKS);
  expect(peaks.at(-1)).toBe(255);
  expect(peaks).toEqual([...peaks].sort((a, b) => a - b));
});

test("takes the louder channel, whatever the sign", () => {
  const left = Float32Array.from([0, 0, 0.1, 0]);
  const right = Float32Array.from([-1, 0, 0, 0.5]);
  expect(computePeaks([left, right], 2)).toEqual([255, 128]);
});

test("leaves out samples that are not finite", () => {
  const wild = Float32Array.from([0.5, Infinity, NaN, -Infinity, 1, 0]);
  expect(computePeaks([wild], 3)).toEqual([128, 0, 255]);
});

test("handles silence, empty input and few samples", () => {
  expect(computePeaks([new Float32Array(1000)], 4)).toEqual([0, 0, 0, 0]);
  expect(computePeaks([])).toEqual([]);
  expect(computePeaks([new Float32Array(0)])).toEqual([]);
  expect(computePeaks([Float32Array.from([0.5, 1])])).toEqual([128, 255]);
});

test("returns integers from 0 to 255 and no more than asked for", () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      (samples, count) => {
        const peaks = computePeaks([Float32Array.from(samples)], count);
        expect(peaks).toHaveLength(Math.min(count, samples.length));
        for (const peak of peaks) {
          expect(Number.isInteger(peak) && peak >= 0 && peak <= 255).toBe(true);
        }
      },
    ),
  );
});

test("reducePeaks keeps the loudest of each group", () => {
  expect(reducePeaks([1, 9, 3, 4, 200, 6], 3)).toEqual([9, 4, 200]);
  expect(reducePeaks([1, 2], 5)).toEqual([1, 2]);
});
