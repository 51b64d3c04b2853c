import { expect, test } from "vitest";
import { countDropouts } from "./countDropouts";
import { packSamples, type Stem } from "../../store/stem";

const RATE = 48_000;

function stemOf(parts: readonly Float32Array[], missing = 0): Stem {
  let startFrame = 1_000;
  const blocks = parts.map((samples) => {
    const block = {
      startFrame,
      samples: packSamples(samples),
      levels: { voice: 1, beat: 0.7 },
    };
    startFrame += samples.length + missing;
    return block;
  });
  const info = {
    sampleRate: RATE,
    beatStartFrame: 1_000,
    beatDelaySeconds: 0,
    voiceDelaySeconds: 0,
    pair: null,
    correctionMs: 0,
  };
  return { info, blocks };
}

/** A 220 Hz tone with silent holes, given in seconds. */
function hum(
  seconds: number,
  holes: readonly [number, number][] = [],
  loudness = 0.2,
): Float32Array {
  return new Float32Array(seconds * RATE).map((_, index) => {
    const at = index / RATE;
    const isHole = holes.some(([from, to]) => at >= from && at < to);
    return isHole ? 0 : loudness * Math.cos((index * 2 * Math.PI * 220) / RATE);
  });
}

test("counts nothing in a sound without holes", () => {
  expect(countDropouts(stemOf([hum(2)]))).toBe(0);
});

test("counts holes in the middle of a sound", () => {
  const holes: [number, number][] = [
    [0.5, 0.505],
    [1.2, 1.22],
  ];
  expect(countDropouts(stemOf([hum(2, holes)]))).toBe(2);
});

test("counts missing frames as dropouts", () => {
  expect(countDropouts(stemOf([hum(1), hum(1), hum(1)], 480))).toBe(2);
});

test.each([
  ["a pause", hum(2, [[0.5, 0.56]])],
  ["the silence before the first word", hum(2, [[0, 0.02]])],
  ["a hole in what is hardly heard", hum(2, [[0.5, 0.505]], 0.001)],
  ["silence alone", new Float32Array(RATE)],
])("does not count %s", (_, samples) => {
  expect(countDropouts(stemOf([samples]))).toBe(0);
});
