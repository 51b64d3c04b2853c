import { expect, test } from "vitest";
import { WAVEFORM_BARS, waveformPath } from "./waveformPath";

const bars = (path: string) => path.match(/M/g)?.length;

test("reduces 800 peaks to the bars of a card, with the loudest at full height", () => {
  const peaks = Array.from({ length: 800 }, (_, index) =>
    index < 9 ? 255 : 0,
  );
  const path = waveformPath(peaks);
  expect(bars(path)).toBe(WAVEFORM_BARS);
  expect(path.startsWith("M0 0h0.62v100h-0.62z")).toBe(true);
  expect(path.endsWith("v3h-0.62z")).toBe(true);
});

test("draws a flat line without peaks", () => {
  expect(bars(waveformPath([]))).toBe(WAVEFORM_BARS);
});

test("stretches a few peaks over the whole width", () => {
  expect(waveformPath([255, 255])).toBe(
    "M0 0h29.76v100h-29.76zM48 0h29.76v100h-29.76z",
  );
});
