import { expect, test } from "vitest";
import { makeVoice, tone } from "../../testing/voices";
import { levelsOfBars } from "./barLevels";
import { barsOfTake } from "./takeBars";

const rhythm = { bpm: 120, loopMs: 8_000 };

test("tells in which part of which bar the voice is", () => {
  const loud = tone(400);
  const stem = makeVoice({
    seconds: 4,
    // Loud in the first half of bar 1, then silent; less loud in bar 2.
    sound: (at) => (at < 1 ? loud(at) : at > 2 ? loud(at) / 2 : 0),
  });
  const [first = [], second = []] = levelsOfBars(
    stem,
    barsOfTake(stem, rhythm),
    0,
  );
  expect(first.slice(0, 6).every((level) => level > 0.98)).toBe(true);
  expect(first.slice(6)).toEqual([0, 0, 0, 0, 0, 0]);
  for (const level of second) expect(level).toBeCloseTo(0.5, 1);
});

test("a silent take has silent bars", () => {
  const stem = makeVoice({ seconds: 2, sound: () => 0 });
  const [bar] = levelsOfBars(stem, barsOfTake(stem, rhythm), 0);
  expect(bar).toEqual(Array.from({ length: 12 }, () => 0));
});
