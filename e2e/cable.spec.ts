import { expect } from "@playwright/test";
import { test } from "@playwright/test";
import { findOnPath } from "../tools/scripts/programs.ts";
import { measureCell } from "../tools/bench/studio/takes.ts";

/** Far above what the study in tools/bench measures, because a test machine may be busy. */
const BOUND_MS = 60;

// The story runs alone, because other stories interrupt the sound on a slow machine.
test("lands a voice on the beat over a real sound server after the sync check @alone", async () => {
  test.slow();
  expect(findOnPath("pulseaudio", "parec").length).toBeGreaterThan(1);
  const cable = { sampleRate: 48_000, delayMs: 120 };
  const cell = await measureCell(cable, { takes: 2, takeMs: 2_500 });
  const { measuredMs, takes } = cell;
  const description = JSON.stringify(cell);
  test.info().annotations.push({ type: "measured", description });
  expect(takes).toHaveLength(2);
  // If the check found no delay, the takes rely on the one that the browser reports, which leaves
  // out the cable.
  const offBeatMs = measuredMs === null ? 120 + BOUND_MS : BOUND_MS;
  for (const { lateMs } of takes)
    expect(Math.abs(lateMs)).toBeLessThan(offBeatMs);
});
