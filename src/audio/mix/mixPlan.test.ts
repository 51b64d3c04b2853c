import { expect, test } from "vitest";
import { AS_RECORDED, isAsRecorded, planMix } from "./mixPlan";
import { packSamples, readStem, type Stem } from "../store/stem";

const RATE = 48_000;

/** A stem of two one-second blocks that starts half a second before the beat. */
function makeStem(info: Partial<Stem["info"]> = {}): Stem {
  const block = (startFrame: number, voice: number, beat: number) => ({
    startFrame,
    samples: packSamples(new Float32Array(RATE).fill(0.5)),
    levels: { voice, beat },
  });
  return {
    info: {
      sampleRate: RATE,
      beatStartFrame: 100_000,
      beatDelaySeconds: 0.2,
      voiceDelaySeconds: 0,
      pair: null,
      correctionMs: 0,
      ...info,
    },
    blocks: [block(76_000, 1, 0.7), block(124_000, 1, 0.4)],
  };
}

test("delays the beat as in the take when nothing is changed", () => {
  const plan = planMix(makeStem(), 0);
  expect(plan.beatAtSeconds).toBe(0.2);
  expect(plan.voiceAtSeconds).toBe(-0.5);
  expect(plan.lengthSeconds).toBe(1.5);
});

test("delays the voice in the mix if it was delayed in the take", () => {
  const stem = makeStem({ beatDelaySeconds: 0, voiceDelaySeconds: 0.09 });
  expect(planMix(stem, 0).voiceAtSeconds).toBeCloseTo(-0.41, 9);
});

test("moves the voice, but not the beat, and does not cut the end", () => {
  const later = planMix(makeStem(), 100);
  expect(later.voiceAtSeconds).toBeCloseTo(-0.4, 9);
  expect(later.beatAtSeconds).toBe(0.2);
  expect(later.lengthSeconds).toBeCloseTo(1.6, 9);
  const earlier = planMix(makeStem(), -100);
  expect(earlier.voiceAtSeconds).toBeCloseTo(-0.6, 9);
  expect(earlier.lengthSeconds).toBe(1.5);
});

test("changes levels where they were changed in the take", () => {
  const plan = planMix(makeStem(), 0);
  expect(plan.voiceLevels).toEqual([{ atSeconds: -0.5, level: 1 }]);
  expect(plan.beatLevels).toEqual([
    { atSeconds: -0.3, level: 0.7 },
    { atSeconds: 0.7, level: 0.4 },
  ]);
});

test("reads missing frames and frames outside the stem as silence", () => {
  const samples = readStem(makeStem(), 75_998, 4);
  expect(Array.from(samples, (sample) => sample.toFixed(2))).toEqual([
    "0.00",
    "0.00",
    "0.50",
    "0.50",
  ]);
});

test("packs full scale as full scale and clips what exceeds it", () => {
  const packed = packSamples(Float32Array.of(1, -1, 1.5, 0));
  expect([...packed]).toEqual([32_767, -32_767, 32_767, 0]);
});

test("isAsRecorded holds only for a mix without any change", () => {
  expect(isAsRecorded(AS_RECORDED)).toBe(true);
  expect(isAsRecorded({ timingMs: 5, voice: 1 })).toBe(false);
  expect(isAsRecorded({ timingMs: 0, voice: 0.95 })).toBe(false);
  expect(isAsRecorded({ timingMs: 0, voice: 1, sound: "dry" })).toBe(true);
  expect(isAsRecorded({ timingMs: 0, voice: 1, sound: "hall" })).toBe(false);
});
