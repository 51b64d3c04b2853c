import { expect, test } from "vitest";
import { checkSection, planSection } from "./sectionPlan";

/** At 120 BPM, a bar lasts two seconds. This beat has 16 of them after half a second. */
const rhythm = { bpm: 120, loopMs: 32_500, firstBarMs: 500 };

test("plays one bar before the section, and ends half a second after it", () => {
  expect(planSection({ startBar: 5, bars: 8 }, rhythm)).toEqual({
    playFromMs: 6_500,
    leadInMs: 2_000,
    leadInBeats: 4,
    sectionFromMs: 8_500,
    takeMs: 16_500,
  });
});

test("the end of the loop leads into bar 1", () => {
  const plan = planSection({ startBar: 1, bars: 8 }, rhythm);
  expect(plan).toMatchObject({ playFromMs: 31_000, sectionFromMs: 500 });
});

test("a section continues through the loops of a shorter beat", () => {
  const section = { startBar: 9, bars: 16 };
  const plan = planSection(section, rhythm);
  expect(plan.sectionFromMs).toBe(16_500);
  // There is half a second of pick-up between the last bar of a loop and the first bar of the next.
  expect(plan.takeMs).toBe(32_000 + 500 + 500);
  expect(checkSection(section, rhythm)).toBe("repeats");
  expect(checkSection({ startBar: 9, bars: 8 }, rhythm)).toBeNull();
});

test("a bar that is too short to start the recorder in is played several times", () => {
  const quick = planSection(
    { startBar: 1, bars: 8 },
    { bpm: 999, loopMs: 60_000 },
  );
  expect(quick.leadInMs).toBeGreaterThanOrEqual(1_000);
  expect(quick.leadInMs).toBeLessThan(1_250);
  expect(quick.leadInBeats % 4).toBe(0);
  expect(quick.playFromMs).toBeCloseTo(60_000 - quick.leadInMs, 6);
});

test("a section that is longer than a verse may be is refused", () => {
  const slow = { bpm: 1, loopMs: 60_000 };
  expect(checkSection({ startBar: 1, bars: 8 }, slow)).toBe("tooLong");
  const usual = { bpm: 60, loopMs: 600_000 };
  expect(checkSection({ startBar: 1, bars: 32 }, usual)).toBeNull();
});

test("a beat that is shorter than a bar, or has no length, still gives a finite plan", () => {
  for (const loopMs of [0, 100, 2_508]) {
    const plan = planSection({ startBar: 3, bars: 8 }, { bpm: 97, loopMs });
    for (const value of Object.values(plan)) {
      expect(Number.isFinite(value)).toBe(true);
    }
    expect(plan.playFromMs).toBeGreaterThanOrEqual(0);
    expect(plan.playFromMs).toBeLessThanOrEqual(loopMs);
    expect(plan.takeMs).toBeGreaterThan(0);
  }
});
