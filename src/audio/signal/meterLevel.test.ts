import { expect, test } from "vitest";
import { meterLevel } from "./meterLevel";

const flat = (value: number) => new Float32Array(256).fill(value);

test.each([
  ["silence", flat(0), 0],
  ["full scale", flat(1), 1],
  ["-20 dB", flat(0.1), 2 / 3],
  ["-40 dB", flat(-0.01), 1 / 3],
  ["below the floor", flat(0.0001), 0],
  ["beyond full scale", flat(2), 1],
  ["no samples", new Float32Array(0), 0],
])("%s", (_name, samples, level) => {
  expect(meterLevel(samples)).toBeCloseTo(level, 3);
});
