import { expect, test } from "vitest";
import { makeVoice, tone } from "../../testing/voices";
import { barsOfTake } from "./takeBars";

/** Bars of two seconds. */
const rhythm = { bpm: 120, loopMs: 8_000, firstBarMs: 0 };

const take = (seconds: number, changes = {}) =>
  makeVoice({ seconds, sound: tone(200), ...changes });
const numbersOf = (...args: Parameters<typeof barsOfTake>) =>
  barsOfTake(...args).map(({ bar }) => bar);

test("lists the bars that a take was recorded over", () => {
  expect(barsOfTake(take(6), rhythm)).toEqual([
    { bar: 1, fromMs: 0, toMs: 2_000 },
    { bar: 2, fromMs: 2_000, toMs: 4_000 },
    { bar: 3, fromMs: 4_000, toMs: 6_000 },
  ]);
});

test("counts on through the loops of a beat that is shorter than the take", () => {
  expect(numbersOf(take(12), rhythm)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("has a last bar that the take covers at least half", () => {
  expect(numbersOf(take(5.1), rhythm)).toEqual([1, 2, 3]);
  expect(numbersOf(take(4.9), rhythm)).toEqual([1, 2]);
});

test("a section has its own bars, and not the one that its tail reaches into", () => {
  const section = take(4.5, { beatFromSeconds: 10 });
  expect(numbersOf(section, rhythm)).toEqual([6, 7]);
});

test("bars follow the first bar of the grid", () => {
  const bars = barsOfTake(take(6), { ...rhythm, firstBarMs: 500 });
  expect(bars[0]).toEqual({ bar: 1, fromMs: 500, toMs: 2_500 });
});

test("a take that is shorter than half a bar has none", () => {
  expect(barsOfTake(take(0.9), rhythm)).toEqual([]);
});

test.each([
  [1, 5, []],
  [1, 130, [1]],
  [999, 5, 21],
])("at %d BPM, a take of %d s has its bars", (bpm, seconds, expected) => {
  const bars = numbersOf(take(seconds, { sampleRate: 8_000 }), {
    bpm,
    loopMs: 300_000,
  });
  expect(typeof expected === "number" ? bars.length : bars).toEqual(expected);
});

test.each([0, -5, Number.NaN, Infinity])("a tempo of %d has no bars", (bpm) => {
  expect(barsOfTake(take(6), { bpm, loopMs: 8_000 })).toEqual([]);
});

test("a beat without a length has no bars", () => {
  expect(barsOfTake(take(6), { bpm: 120, loopMs: 0 })).toEqual([]);
});
