// @vitest-environment jsdom
import { expect, test } from "vitest";
import { makeBeat, makeVerse } from "../../../testing/content";
import { leadOf, sectionAfter } from "./leadOf";

/** One bar lasts two seconds, and the beat has eight. */
const beat = makeBeat({ bpm: 120, durationMs: 16_000 });

const placed = (startBar: number, bars: number, atMs = 50) =>
  makeVerse({
    ...{ fileUrl: "http://x/v", durationMs: bars * 2_000 + 550 },
    section: { startBar, bars, atMs, endMs: atMs + bars * 2_000 },
  });

test("the last four bars of a verse lead in, up to the bar line", () => {
  expect(leadOf(placed(1, 8), beat)).toMatchObject({
    ...{ fromMs: 8_050, toMs: 16_050, isOnBar: true },
  });
});

test("a verse of fewer bars leads in from its start", () => {
  expect(leadOf(placed(1, 2), beat)).toMatchObject({
    ...{ fromMs: 0, toMs: 4_050, isOnBar: true },
  });
});

test("of a verse without known bars, the last ten seconds lead in", () => {
  const verse = makeVerse({ fileUrl: "http://x/v", durationMs: 45_000 });
  expect(leadOf(verse, beat)).toMatchObject({
    ...{ fromMs: 35_000, toMs: 45_000, isOnBar: false },
  });
});

test("bars that the file does not have count as unknown", () => {
  const verse = { ...placed(1, 8), durationMs: 12_000 };
  expect(leadOf(verse, beat)).toMatchObject({
    ...{ fromMs: 2_000, toMs: 12_000, isOnBar: false },
  });
});

test("a verse without a file, or of less than a second, does not lead in", () => {
  expect(leadOf(makeVerse({ fileUrl: null }), beat)).toBeNull();
  const short = makeVerse({ fileUrl: "http://x/v", durationMs: 900 });
  expect(leadOf(short, beat)).toBeNull();
});

test("an answer starts where the verse ended, wraps at the end of the beat, and is as long", () => {
  expect(sectionAfter(placed(1, 8), beat)).toEqual({ startBar: 1, bars: 8 });
  expect(sectionAfter(placed(3, 12), beat)).toEqual({ startBar: 7, bars: 12 });
  expect(sectionAfter(placed(3, 3), beat)).toEqual({ startBar: 6, bars: 8 });
  expect(sectionAfter(placed(1, 21), beat)).toEqual({ startBar: 6, bars: 16 });
  expect(sectionAfter(makeVerse(), beat)).toBeNull();
});
