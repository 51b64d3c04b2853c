import { expect, test } from "vitest";
import { equalGain } from "./equalGain";

test.each([
  ["turns a loud sound down", -8, -1, -6],
  ["leaves a sound of the right level alone", -14, -1, 0],
  ["cannot amplify a quiet sound", -25, -10, 0],
  ["turns a sound far over full scale down", 11.2, 29.5, -30.5],
  ["keeps peaks below -1 dBTP", -14, 1.5, -2.5],
])("%s", (_name, lufs, truePeakDbtp, decibels) => {
  const gain = equalGain({ lufs, truePeakDbtp });
  expect(20 * Math.log10(gain)).toBeCloseTo(decibels, 6);
});

test("plays at full volume what has no loudness or an impossible one", () => {
  expect(equalGain(undefined)).toBe(1);
  for (const wrong of [Number.NaN, Infinity, -Infinity, 400]) {
    expect(equalGain({ lufs: wrong, truePeakDbtp: -1 })).toBe(1);
    expect(equalGain({ lufs: -14, truePeakDbtp: wrong })).toBe(1);
  }
});
