import { describe, expect, test } from "vitest";
import { gainOf } from "./loudness";
import { LoudnessMeter } from "./loudnessMeter";
import { asHeard, measureLoudness } from "./measureLoudness";

interface Part {
  readonly dbfs: number;
  readonly seconds: number;
}

/** A sine whose level changes at the start of each part. Levels are of its peaks. */
function tone(
  parts: readonly Part[],
  rate = 48_000,
  hz = 1_000,
): Float32Array<ArrayBuffer> {
  const lengths = parts.map(({ seconds }) => Math.round(seconds * rate));
  const samples = new Float32Array(lengths.reduce((sum, each) => sum + each));
  let at = 0;
  parts.forEach(({ dbfs }, part) => {
    for (let frame = 0; frame < (lengths[part] ?? 0); frame += 1, at += 1) {
      const phase = (2 * Math.PI * hz * at) / rate;
      samples[at] = gainOf(dbfs) * Math.sin(phase);
    }
  });
  return samples;
}

function stereoLufs(parts: readonly Part[]): number | null {
  const channel = tone(parts);
  return measureLoudness([channel, channel], 48_000).lufs;
}

describe("integrated loudness", () => {
  test.each([8_000, 22_050, 44_100, 48_000, 96_000, 192_000])(
    "reads a sine of 997 Hz at -23 dBFS in two channels as -23 LUFS at %d Hz",
    (rate) => {
      const channel = tone([{ dbfs: -23, seconds: 5 }], rate, 997);
      const { lufs } = measureLoudness([channel, channel], rate);
      // At 8 kHz the filter bends a little near half the sample rate.
      expect(Math.abs((lufs ?? 0) + 23)).toBeLessThan(
        rate < 44_100 ? 0.1 : 0.03,
      );
    },
  );

  test("reads a full-scale sine in one channel as -3.01 LUFS", () => {
    const full = tone([{ dbfs: 0, seconds: 5 }], 48_000, 997);
    const silent = new Float32Array(full.length);
    expect(measureLoudness([full, silent], 48_000).lufs).toBeCloseTo(-3.01, 2);
    expect(measureLoudness([full], 48_000).lufs).toBeCloseTo(-3.01, 2);
    expect(measureLoudness(asHeard([full]), 48_000).lufs).toBeCloseTo(0, 2);
  });

  // The minimum requirements of EBU Tech 3341, cases 1 to 5, which allow 0.1 LU.
  test.each<[number, Part[], number]>([
    [1, [{ dbfs: -23, seconds: 20 }], -23],
    [2, [{ dbfs: -33, seconds: 20 }], -33],
    [
      3,
      [
        { dbfs: -36, seconds: 10 },
        { dbfs: -23, seconds: 60 },
        { dbfs: -36, seconds: 10 },
      ],
      -23,
    ],
    [
      4,
      [
        { dbfs: -72, seconds: 10 },
        { dbfs: -36, seconds: 10 },
        { dbfs: -23, seconds: 60 },
        { dbfs: -36, seconds: 10 },
        { dbfs: -72, seconds: 10 },
      ],
      -23,
    ],
    [
      5,
      [
        { dbfs: -26, seconds: 20 },
        { dbfs: -20, seconds: 20.1 },
        { dbfs: -26, seconds: 20 },
      ],
      -23,
    ],
  ])("passes case %d of EBU Tech 3341", (_case, parts, expected) => {
    expect(Math.abs((stereoLufs(parts) ?? 0) - expected)).toBeLessThan(0.1);
  });

  test("weighs the channels of surround sound, case 6 of EBU Tech 3341", () => {
    const levels = [-28, -28, -24, -Infinity, -30, -30];
    const channels = levels.map((dbfs) => tone([{ dbfs, seconds: 20 }]));
    const { lufs } = measureLoudness(channels, 48_000);
    expect(Math.abs((lufs ?? 0) + 23)).toBeLessThan(0.1);
  });

  test("has no value for silence, for hardly anything, and below 400 ms", () => {
    const silence = new Float32Array(48_000);
    expect(measureLoudness([silence], 48_000)).toEqual({
      lufs: null,
      truePeakDbtp: -Infinity,
    });
    expect(stereoLufs([{ dbfs: -75, seconds: 2 }])).toBeNull();
    expect(stereoLufs([{ dbfs: -20, seconds: 0.39 }])).toBeNull();
    expect(measureLoudness([], 48_000).lufs).toBeNull();
  });

  test("survives samples that are no numbers", () => {
    const broken = tone([{ dbfs: -23, seconds: 5 }], 48_000, 997);
    broken[100] = Number.NaN;
    broken[200] = Infinity;
    const { lufs, truePeakDbtp } = measureLoudness([broken, broken], 48_000);
    expect(lufs).toBeCloseTo(-23, 1);
    // The missing samples make the signal between the remaining ones ring a little.
    expect(truePeakDbtp).toBeGreaterThan(-23.1);
    expect(truePeakDbtp).toBeLessThan(-21);
  });

  test("refuses a sample rate that its filters cannot work at", () => {
    expect(() => measureLoudness([new Float32Array(10)], 0)).toThrow(
      RangeError,
    );
    expect(() => measureLoudness([new Float32Array(10)], Number.NaN)).toThrow(
      RangeError,
    );
  });
});

describe("true peak", () => {
  const RATE = 48_000;

  /** A sine of a fraction of the sample rate. */
  function sine(fraction: number, degrees: number, peak: number): Float32Array {
    const phase = (degrees * Math.PI) / 180;
    return Float32Array.from({ length: RATE }, (_, frame) => {
      // Fade in and out: a sine that starts at once has a real overshoot.
      const fade = Math.min(1, frame / 4_800, (RATE - 1 - frame) / 4_800);
      return peak * fade * Math.sin(2 * Math.PI * fraction * frame + phase);
    });
  }

  // Cases 15 to 19 of EBU Tech 3341, which allow +0.2 and -0.4 dB.
  test.each([
    [1 / 4, 0, 0.5, -6],
    [1 / 4, 45, 0.5, -6],
    [1 / 6, 60, 0.5, -6],
    [1 / 8, 67.5, 0.5, -6],
    [1 / 4, 45, 1.41, 3],
  ])(
    "finds the peak of a sine of %f of the rate, shifted by %f degrees",
    (fraction, degrees, peak, expected) => {
      const { truePeakDbtp } = measureLoudness(
        [sine(fraction, degrees, peak)],
        RATE,
      );
      expect(truePeakDbtp).toBeGreaterThan(expected - 0.4);
      expect(truePeakDbtp).toBeLessThan(expected + 0.2);
    },
  );

  test("finds peaks between the samples of high tones within 0.4 dB", () => {
    for (const fraction of [0.3, 0.35, 0.4, 0.44]) {
      const { truePeakDbtp } = measureLoudness([sine(fraction, 10, 0.5)], RATE);
      expect(Math.abs(truePeakDbtp + 6.02)).toBeLessThan(0.4);
    }
  });

  test("finds a peak after the last sample", () => {
    const samples = sine(1 / 4, 45, 0.5).subarray(0, RATE / 2);
    expect(measureLoudness([samples], RATE).truePeakDbtp).toBeGreaterThan(-6.1);
  });
});

test("gives the same result however the sound is cut into parts", () => {
  const left = tone([
    { dbfs: -20, seconds: 1.3 },
    { dbfs: -35, seconds: 1.3 },
  ]);
  const right = tone([{ dbfs: -26, seconds: 2.6 }], 48_000, 4_321);
  const whole = measureLoudness([left, right], 48_000);
  const meter = new LoudnessMeter(2, 48_000);
  for (let from = 0, size = 1; from < left.length; from += size, size += 97) {
    meter.add([left, right].map((each) => each.subarray(from, from + size)));
  }
  const parts = meter.result();
  expect(parts.lufs).toBeCloseTo(whole.lufs ?? 0, 9);
  expect(parts.truePeakDbtp).toBeCloseTo(whole.truePeakDbtp, 5);
});
