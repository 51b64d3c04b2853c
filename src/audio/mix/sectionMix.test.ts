import { expect, test } from "vitest";
import type { Stem } from "../store/stem";
import { planMix } from "./mixPlan";
import { UNCHANGED_LEVELS } from "../signal/captureLevels";
import { planLevels } from "./levelPlan";

const SAMPLE_RATE = 48_000;

/** A take of two seconds that starts at `beatFromSeconds` of its beat. */
const take = (beatFromSeconds?: number): Stem => ({
  info: {
    sampleRate: SAMPLE_RATE,
    beatStartFrame: 0,
    ...(beatFromSeconds !== undefined && { beatFromSeconds }),
    beatDelaySeconds: 0,
    voiceDelaySeconds: 0,
    pair: null,
    correctionMs: 0,
  },
  blocks: [
    {
      startFrame: 0,
      samples: new Int16Array(2 * SAMPLE_RATE),
      levels: { voice: 1, beat: 1 },
    },
  ],
});

test("a mix starts its beat where the section starts", () => {
  expect(planMix(take(7.5), 0).beatFromSeconds).toBe(7.5);
});

test("a take that was stored before there were sections starts at the file", () => {
  expect(planMix(take(), 0).beatFromSeconds).toBe(0);
});

test("the levels of a mix follow the part of the beat that its section is on", () => {
  // Ten quiet seconds, then ten loud ones.
  const beat = Array.from({ length: 200 }, (_, step) =>
    step < 100 ? 0.0001 : 0.01,
  );
  const masterOf = (stem: Stem) =>
    planLevels(planMix(stem, 0), { voice: [], beat }, UNCHANGED_LEVELS).master;
  const quiet = masterOf(take());
  const loud = masterOf(take(12));
  expect(20 * Math.log10(quiet / loud)).toBeCloseTo(20, 1);
  // A later pass of the loop sounds the same.
  expect(masterOf(take(32))).toBeCloseTo(loud, 6);
});
