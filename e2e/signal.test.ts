import { expect, test } from "vitest";
import { findSound, rms } from "./signal.ts";

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
