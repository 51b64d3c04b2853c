import { describe, expect, test } from "vitest";
import { Limiter } from "./limiter";
import { decibelsOf, gainOf } from "./loudness";
import { measureLoudness } from "./measureLoudness";
import { SlidingMinimum } from "./slidingMinimum";

const RATE = 48_000;

/** Numbers from -1 to 1 that look random and are the same each time. */
function noise(length: number, seed = 1): Float32Array<ArrayBuffer> {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 31 - 1;
  });
}

function limited(
  channels: readonly Float32Array[],
  ceiling: number,
  pieceFrames: readonly number[] = [1_000],
): Float32Array[] {
  const limiter = new Limiter(channels.length, RATE, ceiling);
  const length = channels[0]?.length ?? 0;
  const parts: Float32Array[][] = [];
  for (let from = 0, piece = 0; from < length; piece += 1) {
    const size = pieceFrames[piece % pieceFrames.length] ?? 1;
    parts.push(limiter.add(channels.map((c) => c.subarray(from, from + size))));
    from += size;
  }
  parts.push(limiter.end());
  return channels.map((_, index) =>
    Float32Array.from(parts.flatMap((part) => [...(part[index] ?? [])])),
  );
}

/** Quiet noise with loud stretches and single peaks. */
function burstySound(): Float32Array<ArrayBuffer> {
  return noise(RATE).map((sample, frame) => {
    if (frame % 9_999 === 5_000) return 3 * Math.sign(sample);
    return sample * (frame > 20_000 && frame < 30_000 ? 2 : 0.1);
  });
}

describe("Limiter", () => {
  test("passes a sound below the ceiling unchanged", () => {
    const quiet = noise(9_999).map((sample) => 0.3 * sample);
    expect(limited([quiet], 0.9)[0]).toEqual(quiet);
  });

  test.each([0, -1, -6])("keeps the true peak at or below %d dBTP", (dbtp) => {
    const output = limited([burstySound()], gainOf(dbtp));
    const { truePeakDbtp } = measureLoudness(output, RATE);
    expect(truePeakDbtp).toBeLessThan(dbtp + 0.05);
    expect(truePeakDbtp).toBeGreaterThan(dbtp - 1);
  });

  test("keeps tones of any frequency below the ceiling", () => {
    for (const fraction of [0.01, 0.125, 0.25, 0.31, 0.43]) {
      const sine = Float32Array.from(
        { length: RATE / 4 },
        (_, n) => 4 * Math.sin(2 * Math.PI * fraction * n + 0.7),
      );
      const { truePeakDbtp } = measureLoudness(limited([sine], 0.8), RATE);
      expect(truePeakDbtp).toBeLessThan(decibelsOf(0.8) + 0.1);
    }
  });

  test("leaves what is far from a peak as it is, and in its place", () => {
    const sound = noise(RATE).map((sample) => 0.1 * sample);
    sound[20_000] = 2;
    const [output] = limited([sound], 0.9);
    expect(output?.slice(0, 19_000)).toEqual(sound.slice(0, 19_000));
    expect(output?.[20_000]).toBeGreaterThan(0.85);
    expect(output?.[20_000]).toBeLessThanOrEqual(0.9);
    const end = RATE - 1;
    expect(output?.[end]).toBeCloseTo(sound[end] ?? 0, 2);
  });

  test("lowers both channels alike, so that nothing moves sideways", () => {
    const loud = burstySound();
    const quiet = loud.map((sample) => sample / 2);
    const [left = [], right = []] = limited([loud, quiet], 0.5);
    const unlike = [...left].filter(
      (sample, frame) => Math.abs(sample - 2 * (right[frame] ?? 0)) > 1e-6,
    );
    expect(unlike).toEqual([]);
  });

  test("gives the same however the sound is cut, and as much as it got", () => {
    const sound = burstySound();
    const [whole] = limited([sound], 0.5, [sound.length]);
    expect(whole?.length).toBe(sound.length);
    const [parts] = limited([sound], 0.5, [1, 7, 300, 2_048, 31]);
    expect(parts).toEqual(whole);
  });

  test("survives samples that are no numbers, and sounds of a few samples", () => {
    const broken = burstySound();
    broken[100] = Number.NaN;
    broken[200] = -Infinity;
    const [output = new Float32Array()] = limited([broken], 0.5);
    expect(output.every((sample) => Math.abs(sample) <= 0.5)).toBe(true);
    expect(limited([new Float32Array([2, 2])], 0.5)[0]?.length).toBe(2);
    expect(limited([new Float32Array()], 0.5)[0]?.length).toBe(0);
  });
});

test("SlidingMinimum returns the lowest of the latest values", () => {
  const values = [...noise(500)];
  const minimum = new SlidingMinimum(7);
  const given = values.map((value) => minimum.next(value));
  const expected = values.map((_, index) =>
    Math.min(...values.slice(Math.max(0, index - 6), index + 1)),
  );
  expect(given).toEqual(expected);
});
