import { expect, test } from "vitest";
import { barMs, barStartMs } from "../../shared/beatGrid";
import { dropAt } from "./drop";

/** Four bars of two seconds each. */
const rhythm = { bpm: 120, loopMs: 8_000 };
const room = { rhythm, ride: { at: 1_000, bar: 1 }, endsAt: 0, here: 0 };

test.each([
  ["four seconds after it was published at the earliest", room, 7_000],
  ["later in a room of a hundred", { ...room, here: 100 }, 9_000],
  ["later in a room of three hundred", { ...room, here: 300 }, 11_000],
  ["but 15 s at the latest, and a bar", { ...room, here: 9_000 }, 17_000],
  ["after the verse before", { ...room, endsAt: 21_500 }, 23_000],
  [
    "right after the verse before, where the ride would start",
    { ...room, endsAt: 21_500, ride: { at: 21_500, bar: 3 } },
    21_500,
  ],
  [
    "on a bar line before the ride, if the verse before it is gone",
    { ...room, ride: { at: 31_500, bar: 3 } },
    7_500,
  ],
])("a verse starts %s", (_, given, at) => {
  expect(dropAt(given, 2_000)).toBe(at);
});

test("each round of a beat that is no whole number of bars starts a new bar", () => {
  const odd = { bpm: 120, loopMs: 7_300, firstBarMs: 300 };
  const starts = new Set(
    Array.from({ length: 60 }, (_, n) => 1_000 + barStartMs(odd, n + 1) - 300),
  );
  for (let now = 1_000; now < 60_000; now += 137) {
    const at = dropAt({ ...room, rhythm: odd }, now);
    expect(starts).toContain(at);
    expect(at).toBeGreaterThanOrEqual(now + 4_000);
    expect(at).toBeLessThan(now + 4_000 + barMs(odd));
  }
});
