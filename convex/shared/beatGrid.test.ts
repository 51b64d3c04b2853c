import { expect, test } from "vitest";
import { barMs, barStartMs, marksIn, pickUpMs, rideLoopMs } from "./beatGrid";

/** At 120 BPM, a beat lasts half a second. */
const rhythm = (loopMs: number) => ({ bpm: 120, loopMs });
const short = (loopMs: number, fromMs: number, toMs: number) =>
  marksIn(rhythm(loopMs), { fromMs, toMs }).map(
    ({ atMs, kind, bar }) => `${atMs} ${kind} ${bar}`,
  );

test("groups four beats into a bar", () => {
  expect(barMs(rhythm(8_000))).toBe(2_000);
  expect(short(8_000, 1_500, 4_100)).toEqual([
    "1500 beat 1",
    "2000 bar 2",
    "2500 beat 2",
    "3000 beat 2",
    "3500 beat 2",
    "4000 bar 3",
  ]);
});

test("marks the start of each loop and keeps counting bars", () => {
  expect(short(4_000, 3_500, 4_600)).toEqual([
    "3500 beat 2",
    "4000 loop 3",
    "4500 beat 3",
  ]);
  expect(short(4_000, 8_000, 8_100)).toEqual(["8000 loop 5"]);
});

test("starts a new bar with each loop, even after an incomplete one", () => {
  expect(short(3_100, 2_900, 3_700)).toEqual(["3100 loop 3", "3600 beat 3"]);
});

test("ignores silence that an encoder adds to a file", () => {
  expect(short(2_050, 1_900, 2_100)).toEqual(["2050 loop 2"]);
  expect(short(1_990, 1_900, 2_100)).toEqual(["1990 loop 2"]);
});

test("excludes the end of a span", () => {
  expect(short(4_000, 3_500, 4_000)).toEqual(["3500 beat 2"]);
});

test("marks nothing before the beat begins or in a loop without length", () => {
  expect(short(8_000, -3_000, 400)).toEqual(["0 loop 1"]);
  expect(short(0, 0, 10_000)).toEqual([]);
});

test("counts bars from the first bar of the file, and its pick-up to the bar before", () => {
  const late = { bpm: 120, loopMs: 4_600, firstBarMs: 600 };
  const shown = marksIn(late, { fromMs: 0, toMs: 5_300 });
  expect(shown.map(({ atMs, kind, bar }) => `${atMs} ${kind} ${bar}`)).toEqual([
    "100 beat 0",
    "600 loop 1",
    "1100 beat 1",
    "1600 beat 1",
    "2100 beat 1",
    "2600 bar 2",
    "3100 beat 2",
    "3600 beat 2",
    "4100 beat 2",
    "4700 beat 2",
    "5200 loop 3",
  ]);
  expect([1, 2, 3, 4].map((bar) => barStartMs(late, bar))).toEqual([
    600, 2_600, 5_200, 7_200,
  ]);
});

test("a first bar beyond the file counts as its beginning", () => {
  const beyond = { bpm: 120, loopMs: 4_000, firstBarMs: 4_000 };
  expect(marksIn(beyond, { fromMs: 0, toMs: 400 })).toEqual([
    { atMs: 0, kind: "loop", bar: 1 },
  ]);
  expect(barStartMs(beyond, 3)).toBe(4_000);
});

test("the music leads into a bar for less than a bar", () => {
  expect(pickUpMs({ bpm: 120 })).toBe(0);
  expect(pickUpMs({ bpm: 120, firstBarMs: 750 })).toBe(750);
  expect(pickUpMs({ bpm: 120, firstBarMs: 8_750 })).toBe(750);
});

test("a beat that rides repeats its bars, without what an encoder added", () => {
  const loopMs = (durationMs: number) => rideLoopMs({ bpm: 120, durationMs });
  expect([8_000, 8_050, 8_150].map(loopMs)).toEqual([8_000, 8_000, 8_000]);
  expect([8_200, 7_990, 1_500].map(loopMs)).toEqual([8_200, 7_990, 1_500]);
});
