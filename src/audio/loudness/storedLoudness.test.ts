import { expect, test } from "vitest";
import { storedLoudness } from "./storedLoudness";

test("stores what was measured", () => {
  const loudness = { lufs: -14.1, truePeakDbtp: -1.2 };
  expect(storedLoudness(loudness)).toEqual(loudness);
});

test("stores nothing for silence and for what the server would refuse", () => {
  expect(storedLoudness(undefined)).toBeUndefined();
  const silence = { lufs: null, truePeakDbtp: -Infinity };
  expect(storedLoudness(silence)).toBeUndefined();
  expect(storedLoudness({ lufs: 100, truePeakDbtp: 70 })).toBeUndefined();
});

test("stores what is far over full scale, so that it is turned down", () => {
  const loud = { lufs: 11.2, truePeakDbtp: 29.5 };
  expect(storedLoudness(loud)).toEqual(loud);
});
