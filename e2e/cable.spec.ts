import { expect } from "@playwright/test";
import { test } from "@playwright/test";
import { findOnPath } from "../scripts/programs.ts";
import { measureCell } from "../bench/studio/takes.ts";

/** Far above what the study measures, because the machine also runs the other stories. */
const BOUND_MS = 60;

test("lands a voice on the beat over a real sound server after the sync check, or tells of an interruption", async () => {
  test.slow();
  expect(findOnPath("pulseaudio", "parec").length).toBeGreaterThan(1);
  const cable = { sampleRate: 48_000, delayMs: 120 };
  const cell = await measureCell(cable, { takes: 4, takeMs: 2_500 });
  const { measuredMs, takes } = cell;
  const description = JSON.stringify(cell);
  test.info().annotations.push({ type: "measured", description });
  expect(takes).toHaveLength(4);
  // A busy machine interrupts the sound of a take, of which the rapper is told.
  const undisturbed = takes.filter(({ told }) => told === 0);
  expect(undisturbed).not.toHaveLength(0);
  // Without a verdict the takes rely on what the browser reports, which does not know the cable.
  const offBeatMs = measuredMs === null ? 120 + BOUND_MS : BOUND_MS;
  for (const { lateMs } of undisturbed)
    expect(Math.abs(lateMs)).toBeLessThan(offBeatMs);
});
