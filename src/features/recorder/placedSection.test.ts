import { expect, test } from "vitest";
import type { Section } from "../../../convex/shared/sections";
import { placedSection } from "./placedSection";

/** One bar lasts two seconds. */
const credit = {
  ...{ beatTitle: "Gully", producer: "p", rapper: "r", genre: "Trap" },
  bpm: 120,
};
const info = {
  ...{ sampleRate: 48_000, beatStartFrame: 0, voiceDelaySeconds: 0 },
  ...{ beatDelaySeconds: 0.05, pair: null, correctionMs: 0 },
  loop: { startSeconds: 0, lengthSeconds: 16 },
};
const loudness = { lufs: -14, truePeakDbtp: -1 } as never; // only its presence counts

interface Recorded {
  section?: Section | null;
  firstBarMs?: number;
  durationMs: number;
  beatFromSeconds?: number;
}

const place = (recorded: Recorded) => {
  const { section = null, firstBarMs, durationMs, beatFromSeconds } = recorded;
  const stem = {
    ...{
      blocks: [],
      info: { ...info, ...(beatFromSeconds && { beatFromSeconds }) },
    },
  };
  const bars = { section, firstBarMs };
  return placedSection({
    ...{ stem, loudness, durationMs, credit: { ...credit, bars } },
  });
};

test("a take of a section has its bars, which start when the beat is heard", () => {
  const section = { startBar: 5, bars: 4 };
  const taken = { section, durationMs: 8_550, beatFromSeconds: 8 };
  expect(place(taken)).toEqual({
    ...section,
    ...{ atMs: 50, endMs: 8_050 },
  });
});

test("a take that was stopped has the bars that are whole", () => {
  const section = { startBar: 5, bars: 4 };
  const after = (durationMs: number) =>
    place({ section, durationMs, beatFromSeconds: 8 })?.bars;
  expect(after(7_000)).toBe(3);
  expect(after(7_850)).toBe(4); // the last bar is a fifth of a second too short
  expect(after(1_000)).toBeUndefined();
});

test("a free take starts with bar 1, wherever it lies in the beat", () => {
  const taken = { firstBarMs: 1_500, durationMs: 6_600 };
  expect(place(taken)).toEqual({
    ...{ startBar: 1, bars: 2, atMs: 1_550, endMs: 5_550 },
  });
});

test("bars are counted through the loops of the beat", () => {
  const section = { startBar: 7, bars: 8 };
  const taken = { section, durationMs: 16_550, beatFromSeconds: 12 };
  expect(place(taken)).toEqual({
    ...section,
    ...{ atMs: 50, endMs: 16_050 },
  });
});

test("nothing is known of takes that were not mixed or are from earlier versions", () => {
  const taken = { stem: { blocks: [], info }, durationMs: 9_000 };
  const bars = { section: null };
  expect(
    placedSection({ ...taken, loudness, credit: { ...credit } }),
  ).toBeNull();
  expect(placedSection({ ...taken, credit: { ...credit, bars } })).toBeNull();
  expect(
    placedSection({
      ...{ loudness, durationMs: 9_000, stem: null },
      credit: { ...credit, bars },
    }),
  ).toBeNull();
});
