import { expect, test } from "vitest";
import {
  beatHeight,
  latestBars,
  marksFor,
  slotsIn,
  voiceHeight,
  wholeBeat,
  xOf,
} from "./waveformView";

/** A beat lasts half a second and a bar two seconds. */
const rhythm = { bpm: 120, loopMs: 60_000 };

test("latestBars spans whole bars of about ten seconds with the newest near the right edge", () => {
  const span = latestBars(rhythm, 30_000, false);
  expect(span).toEqual({ fromMs: 21_000, toMs: 31_000 });
  expect(xOf({ ...span, widthPx: 100 }, 30_000)).toBe(90);
  const slow = latestBars({ bpm: 70, loopMs: 60_000 }, 30_000, false);
  expect(slow.toMs - slow.fromMs).toBeCloseTo((3 * 4 * 60_000) / 70);
});

test("latestBars stays until it is full when motion is reduced", () => {
  const page = { fromMs: 10_000, toMs: 20_000 };
  expect(latestBars(rhythm, 10_000, true)).toEqual(page);
  expect(latestBars(rhythm, 19_999, true)).toEqual(page);
  expect(latestBars(rhythm, 20_000, true).fromMs).toBe(20_000);
  expect(latestBars(rhythm, -100, true).fromMs).toBe(0);
});

test("slotsIn divides beats into slots that are wide enough to be seen", () => {
  const wide = { fromMs: 0, toMs: 10_000, widthPx: 800 };
  expect(slotsIn(wide, rhythm)).toHaveLength(160);
  expect(slotsIn({ ...wide, widthPx: 300 }, rhythm)).toHaveLength(80);
});

test("slotsIn keeps slots at fixed times while the view moves", () => {
  const [first] = slotsIn(
    { fromMs: 1_010, toMs: 11_010, widthPx: 800 },
    rhythm,
  );
  expect(first).toEqual({ fromMs: 1_000, toMs: 1_062.5 });
  const [beginning] = slotsIn(
    { fromMs: -4_000, toMs: 6_000, widthPx: 800 },
    rhythm,
  );
  expect(beginning?.fromMs).toBe(0);
});

test("marksFor drops beats when space is short, then every other bar", () => {
  const shown = (widthPx: number) =>
    marksFor({ fromMs: 0, toMs: 16_000, widthPx }, rhythm).map(
      ({ bar, kind }) => (kind === "beat" ? "." : bar),
    );
  expect(shown(320).slice(0, 5)).toEqual([1, ".", ".", ".", 2]);
  expect(shown(240)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(shown(120)).toEqual([1, 3, 5, 7]);
});

test("beatHeight takes the peaks at the position in the loop", () => {
  const peaks = [0, 255, 51, 102];
  const loop = { bpm: 120, loopMs: 4_000 };
  const at = (fromMs: number, toMs: number) =>
    beatHeight(peaks, loop, { fromMs, toMs });
  expect(at(1_000, 1_100)).toBe(1);
  expect(at(6_500, 6_600)).toBe(0.2);
  expect(at(10_000, 12_000)).toBe(0.4);
  expect(beatHeight([], loop, { fromMs: 0, toMs: 100 })).toBe(0);
});

test("handles a beat of unknown length", () => {
  const unknown = { bpm: 120, loopMs: 0 };
  expect(wholeBeat(unknown)).toEqual({ fromMs: 0, toMs: 1 });
  expect(beatHeight([255], unknown, { fromMs: 0, toMs: 100 })).toBe(0);
});

test("voiceHeight is flat for silence and full for full scale", () => {
  expect([0, 0.5, 1].map(voiceHeight)).toEqual([0, 0.25, 1]);
});
