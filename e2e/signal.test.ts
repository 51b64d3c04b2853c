import { expect, test } from "vitest";
import { findSound, rms } from "./signal.ts";

test("a sound is found in louder noise, where it is", () => {
  const sound = noise(4_000, 1);
  const recording = noise(16_000, 2);
  sound.forEach((sample, i) => {
    recording[i + 5_000] = (recording[i + 5_000] ?? 0) + sample * 0.5;
  });
  const match = findSound(recording, sound);
  expect(match.offsetSamples).toBe(5_000);
  expect(match.strength).toBeGreaterThan(20);
});

test("a sound that is not there is not found", () => {
  const { strength } = findSound(noise(16_000, 2), noise(4_000, 3));
  expect(strength).toBeLessThan(9);
});

test("the mean level of a full square wave is one", () => {
  expect(rms(Float32Array.of(1, -1, 1, -1))).toBe(1);
});

function noise(length: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
