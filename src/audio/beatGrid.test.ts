import { expect, test } from "vitest";
import { barMs, marksIn } from "./beatGrid";

/** Half a second a beat. */
const rhythm = (loopMs: number) => ({ bpm: 120, loopMs });
const short = (loopMs: number, fromMs: number, toMs: number) =>
  marksIn(rhythm(loopMs), { fromMs, toMs }).map(
    ({ atMs, kind, bar }) => `${atMs} ${kind} ${bar}`,
  );

test("four beats make a bar", () => {
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

test("the start of the loop is marked, and the bars are counted on", () => {
  expect(short(4_000, 3_500, 4_600)).toEqual([
    "3500 beat 2",
    "4000 loop 3",
    "4500 beat 3",
  ]);
  expect(short(4_000, 8_000, 8_100)).toEqual(["8000 loop 5"]);
});

test("a loop that is no whole number of bars begins anew with a bar", () => {
  expect(short(3_100, 2_900, 3_700)).toEqual(["3100 loop 3", "3600 beat 3"]);
});

test("the silence that an encoder adds to a file is no beat", () => {
  expect(short(2_050, 1_900, 2_100)).toEqual(["2050 loop 2"]);
  expect(short(1_990, 1_900, 2_100)).toEqual(["1990 loop 2"]);
});

test("the end of a span belongs to the next one", () => {
  expect(short(4_000, 3_500, 4_000)).toEqual(["3500 beat 2"]);
});

test("nothing is marked before the beat begins, nor for one of no length", () => {
  expect(short(8_000, -3_000, 400)).toEqual(["0 loop 1"]);
  expect(short(0, 0, 10_000)).toEqual([]);
});
