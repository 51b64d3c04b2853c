import { describe, expect, test } from "vitest";
import {
  freeSpan,
  lineAt,
  planWords,
  retime,
  sectionSpan,
  spokenLines,
  spreadWords,
  timingsFrom,
} from "./wordPlan";

const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => `line ${n}`).join("\n");
const starts = (text: string, span: Parameters<typeof planWords>[1]) =>
  planWords(text, span).map(({ startMs }) => startMs);

describe("planWords", () => {
  const eight = { fromMs: 1000, barMs: 2000, bars: 8 };

  test("starts each line on a bar of the section", () => {
    expect(starts(lines(4), eight)).toEqual([1000, 5000, 9000, 13000]);
    expect(starts(lines(3), eight)).toEqual([1000, 5000, 11000]);
  });

  test("starts lines on beats if there are more lines than bars", () => {
    const given = starts(lines(16), eight);
    expect(given).toHaveLength(16);
    expect(given.slice(0, 3)).toEqual([1000, 2000, 3000]);
    for (const startMs of given) expect((startMs - 1000) % 500).toBe(0);
  });

  test.each([1, 5, 8, 9, 31, 32, 33, 500])(
    "keeps %i lines in order and inside the section",
    (count) => {
      const given = starts(lines(count), eight);
      expect(new Set(given).size).toBe(count);
      expect(given).toEqual(given.toSorted((a, b) => a - b));
      expect(given[0]).toBe(1000);
      expect(given.at(-1)).toBeLessThan(17_000);
    },
  );

  test("gives blank lines no time", () => {
    const plan = planWords("\n\none\n \ntwo\n", { ...eight, bars: 2 });
    expect(plan.map(({ line }) => line)).toEqual([2, 4]);
    expect(planWords(" \n", eight)).toEqual([]);
  });
});

describe("freeSpan", () => {
  test("is one round of the beat", () => {
    const span = freeSpan({ bpm: 120, loopMs: 16_000 }, 4);
    expect(span).toMatchObject({ fromMs: 0, barMs: 2000, bars: 8 });
  });

  test("begins with the first bar", () => {
    const span = freeSpan({ bpm: 120, loopMs: 16_300, firstBarMs: 300 }, 4);
    expect(span).toMatchObject({ fromMs: 300, barMs: 2000, bars: 8 });
  });

  test.each([
    ["silence at its end", 33_200, 0],
    ["a pick-up", 33_000, 1000],
    ["an end that is cut", 31_900, 0],
  ])(
    "stays on the bars of a beat with %s, also in the second round",
    (_name, loopMs, firstBarMs) => {
      const given = starts(
        lines(20),
        freeSpan({ bpm: 120, loopMs, firstBarMs }, 20),
      );
      expect(given).toHaveLength(20);
      for (const startMs of given) {
        const inLoop = (startMs % loopMs) - firstBarMs;
        expect(inLoop % 2000).toBe(0);
        expect(inLoop).toBeLessThan(32_000);
      }
    },
  );

  test("of a section is its length", () => {
    const span = { fromMs: 0, barMs: 2000, bars: 16 };
    expect(sectionSpan(120, 16)).toEqual(span);
  });

  test("takes further rounds if there are more lines than bars", () => {
    expect(freeSpan({ bpm: 120, loopMs: 4000 }, 5).bars).toBe(6);
  });

  test.each([1, 90, 999])("fits the longest verse at %i BPM", (bpm) => {
    for (const loopMs of [0, 100, 10_000, 600_000]) {
      const { bars, barMs } = freeSpan({ bpm, loopMs }, 500);
      expect(bars).toBeGreaterThanOrEqual(1);
      expect(barMs).toBeGreaterThan(0);
      expect(bars === 1 || bars * barMs <= 300_000).toBe(true);
    }
  });
});

test("spreadWords spreads lines over a verse", () => {
  expect(spreadWords("a\n\nb", 3000)).toEqual([
    { line: 0, startMs: 0 },
    { line: 2, startMs: 1500 },
  ]);
  expect(spreadWords("", 3000)).toEqual([]);
});

test("timingsFrom takes one start for each line, in order", () => {
  expect(timingsFrom("a\n\nb", [0, 5])?.map(({ line }) => line)).toEqual([
    0, 2,
  ]);
  const wrong = [
    [0],
    [0, 1, 2],
    [5, 4],
    [-1, 4],
    [0, Number.NaN],
    [0, Infinity],
  ];
  for (const startsMs of wrong)
    expect(timingsFrom("a\nb", startsMs)).toBe(null);
});

describe("retime", () => {
  const text = "a\nb\nc\nd";
  const plan = [0, 10, 20, 30].map((startMs, line) => ({ line, startMs }));
  const timed = (next: string) =>
    retime({ text, plan }, next, 40).map(({ startMs }) => startMs);

  test("keeps the times of lines that stay", () => {
    expect(timed("a\nb!\nc\nd")).toEqual([0, 10, 20, 30]);
    expect(timed("a\n\nb\nc\nd")).toEqual([0, 10, 20, 30]);
    expect(timed("a\nd")).toEqual([0, 30]);
  });

  test("spreads new lines over the time where they were put", () => {
    expect(timed("a\nx\ny\nc\nd")).toEqual([0, 10, 15, 20, 30]);
    expect(timed("a\nb\nc\nd\ne")).toEqual([0, 10, 20, 30, 40]);
    expect(timed("x\ny")).toEqual([0, 20]);
    expect(timed("a\na\nb\nc\nd")).toEqual([0, 10, 10, 20, 30]);
  });

  test("works without earlier words", () => {
    const none = { text: "", plan: [] };
    expect(retime(none, "a", 40)).toEqual([{ line: 0, startMs: 40 }]);
  });
});

test("lineAt finds the line that is due", () => {
  const plan = [{ startMs: 100 }, { startMs: 200 }];
  const found = [0, 100, 199, 200, 9000].map((atMs) => lineAt(plan, atMs));
  expect(found).toEqual([-1, 0, 0, 1, 1]);
  expect(spokenLines("a\n\nb")).toEqual([0, 2]);
});
