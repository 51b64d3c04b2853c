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
  expect(storedLoudness({ lufs: 60, truePeakDbtp: 70 })).toBeUndefined();
});
