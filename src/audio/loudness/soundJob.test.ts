import { expect, test } from "vitest";
import { loudnessOfSteps } from "./gating";
import { SoundJob } from "./soundJob";

const RATE = 48_000;

function tone(peak: number): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    { length: RATE },
    (_, n) => peak * Math.sin((2 * Math.PI * 997 * n) / RATE),
  );
}

test("only measures a sound that is not limited", () => {
  const job = new SoundJob({
    channelCount: 2,
    sampleRateHz: RATE,
    limit: null,
  });
  const [left, right] = [tone(2), tone(2)];
  expect(job.add([left, right])).toEqual([left, right]);
  const { rest, loudness, powers } = job.end();
  expect(rest).toEqual([]);
  expect(loudness.lufs).toBeCloseTo(6, 1);
  expect(loudnessOfSteps(powers)).toBe(loudness.lufs);
  expect(powers).toHaveLength(10);
});

test("amplifies a sound, limits it, and measures what comes out", () => {
  const limit = { gain: 4, ceiling: 0.5 };
  const job = new SoundJob({ channelCount: 1, sampleRateHz: RATE, limit });
  const first = job.add([tone(0.5)]);
  const { rest, loudness } = job.end();
  expect((first[0]?.length ?? 0) + (rest[0]?.length ?? 0)).toBe(RATE);
  expect(loudness.truePeakDbtp).toBeCloseTo(-6.02, 1);
  expect(loudness.lufs).toBeCloseTo(-9.03, 1);
});
