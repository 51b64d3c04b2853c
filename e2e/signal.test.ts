import { expect, test } from "vitest";
import { ANALYSIS_RATE } from "./audio.ts";
import {
  CLEARLY_THERE,
  findEvery,
  findSound,
  rms,
  strengthIn,
} from "./signal.ts";

test("finds a sound in louder noise at the right place", () => {
  const sound = noise(4_000, 1);
  const recording = noise(16_000, 2);
  sound.forEach((sample, i) => {
    recording[i + 5_000] = (recording[i + 5_000] ?? 0) + sample * 0.5;
  });
  const match = findSound(recording, sound);
  expect(match.offsetSamples).toBe(5_000);
  expect(match.strength).toBeGreaterThan(20);
});

test("does not find an absent sound", () => {
  const { strength } = findSound(noise(16_000, 2), noise(4_000, 3));
  expect(strength).toBeLessThan(9);
});

test("finds every place of a sound that overlaps itself, and no further one", () => {
  const sound = noise(2 * ANALYSIS_RATE, 1);
  const recording = noise(8 * ANALYSIS_RATE, 2);
  const places = [10_000, 30_000, 49_000];
  for (const place of places)
    sound.forEach((sample, i) => {
      recording[i + place] = (recording[i + place] ?? 0) + sample;
    });
  expect(findEvery(recording, sound, 3)).toEqual(places);
  expect(() => findEvery(recording, sound, 4)).toThrow("fewer than 4");
});

test("finds a sound that has a gap every 0.3 s, and none that is absent", () => {
  const sound = noise(4 * ANALYSIS_RATE, 1);
  const recording = noise(4 * ANALYSIS_RATE, 2);
  const pieceSamples = 0.3 * ANALYSIS_RATE;
  const gapSamples = 0.05 * ANALYSIS_RATE;
  for (let i = 0; i < recording.length; i++) {
    const gaps = Math.floor(i / (pieceSamples + gapSamples));
    const isGap = i % (pieceSamples + gapSamples) >= pieceSamples;
    const played = isGap ? 0 : (sound[i - gaps * gapSamples] ?? 0);
    recording[i] = (recording[i] ?? 0) + played;
  }
  expect(strengthIn(recording, sound)).toBeGreaterThan(CLEARLY_THERE);
  const absent = noise(4 * ANALYSIS_RATE, 3);
  expect(strengthIn(recording, absent)).toBeLessThan(CLEARLY_THERE);
});

test("gives a full-scale square wave an RMS of one", () => {
  expect(rms(Float32Array.of(1, -1, 1, -1))).toBe(1);
});

function noise(length: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
