import { expect, test } from "vitest";
import { makeVoice, noise, tone } from "../../testing/voices";
import { endFrame, firstFrame, readStem, type Stem } from "../store/stem";
import { joinVoices } from "./joinVoices";

const RATE = 48_000;
const START = 100_000;
const FADE = 480;

const joint = {
  fromFrame: START + 2 * RATE,
  toFrame: START + 4 * RATE,
  fadeFrames: FADE,
  freshFrame: START + RATE,
};

const read = (stem: Stem, from: number, to: number) =>
  readStem(stem, from, to - from);

function rmsOf(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample ** 2, 0);
  return Math.sqrt(sum / samples.length);
}

function steepestStep(samples: Float32Array): number {
  let most = 0;
  for (let index = 1; index < samples.length; index += 1) {
    const step = (samples[index] ?? 0) - (samples[index - 1] ?? 0);
    most = Math.max(most, Math.abs(step));
  }
  return most;
}

test("changes no sample outside of the marked bars", () => {
  const old = makeVoice({ seconds: 6, sound: noise(1) });
  const fresh = makeVoice({ seconds: 4, sound: noise(2) });
  const joined = joinVoices(old, fresh, joint);
  const [from, to] = [firstFrame(old), endFrame(old)];
  expect([firstFrame(joined), endFrame(joined)]).toEqual([from, to]);
  expect(read(joined, from, joint.fromFrame)).toEqual(
    read(old, from, joint.fromFrame),
  );
  expect(read(joined, joint.toFrame, to)).toEqual(read(old, joint.toFrame, to));
  expect(joined.info).toBe(old.info);
  expect(joined.blocks.map(({ levels }) => levels)).toEqual(
    old.blocks.map(({ levels }) => levels),
  );
});

test("has the new voice between the fades, to the sample", () => {
  const old = makeVoice({ seconds: 6, sound: noise(1) });
  const fresh = makeVoice({ seconds: 4, sound: noise(2) });
  const joined = joinVoices(old, fresh, joint);
  const { fromFrame, toFrame, freshFrame } = joint;
  const length = toFrame - fromFrame - 2 * FADE;
  expect(readStem(joined, fromFrame + FADE, length)).toEqual(
    readStem(fresh, freshFrame + FADE, length),
  );
});

test("leaves both recordings as they were", () => {
  const old = makeVoice({ seconds: 6, sound: noise(1) });
  const fresh = makeVoice({ seconds: 4, sound: noise(2) });
  const samplesOf = () =>
    [...old.blocks, ...fresh.blocks].map(({ samples }) => samples.slice());
  const before = samplesOf();
  joinVoices(old, fresh, joint);
  expect(samplesOf()).toEqual(before);
});

test.each(["fromFrame", "toFrame"] as const)(
  "neither clicks nor changes the level at %s",
  (end) => {
    const old = makeVoice({ seconds: 6, sound: tone(210) });
    const fresh = makeVoice({ seconds: 4, sound: tone(330) });
    const joined = joinVoices(old, fresh, joint);
    const around = read(joined, joint[end] - 2 * FADE, joint[end] + 2 * FADE);
    // The steepest step of two tones that sound together at full level.
    const most = 0.5 * ((2 * Math.PI * (210 + 330)) / RATE);
    expect(steepestStep(around)).toBeLessThan(most);
    // Two different noises: their power stays even through the cross-fade.
    const noisy = joinVoices(
      makeVoice({ seconds: 6, sound: noise(1) }),
      makeVoice({ seconds: 4, sound: noise(2) }),
      joint,
    );
    const fadeFrom =
      end === "fromFrame" ? joint.fromFrame : joint.toFrame - FADE;
    const fading = rmsOf(read(noisy, fadeFrom, fadeFrom + FADE));
    const steady = rmsOf(read(noisy, fadeFrom - RATE, fadeFrom));
    expect(20 * Math.abs(Math.log10(fading / steady))).toBeLessThan(1);
  },
);

test("a loud old and a loud new voice do not wrap around", () => {
  const old = makeVoice({ seconds: 6, sound: () => 1 });
  const fresh = makeVoice({ seconds: 4, sound: () => 1 });
  const joined = joinVoices(old, fresh, joint);
  const all = read(joined, joint.fromFrame - 10, joint.toFrame + 10);
  expect(all.every((sample) => sample > 0.99)).toBe(true);
});

test("makes a take longer that ended within its last bar", () => {
  const old = makeVoice({ seconds: 3, sound: noise(1) });
  const fresh = makeVoice({ seconds: 4, sound: noise(2) });
  const joined = joinVoices(old, fresh, joint);
  expect(endFrame(joined)).toBe(joint.toFrame);
  const from = START + 3 * RATE;
  expect(read(joined, from, joint.toFrame - FADE)).toEqual(
    read(fresh, from - RATE, joint.toFrame - FADE - RATE),
  );
});

test("fills frames that the take lacks, and keeps blocks in order", () => {
  const whole = makeVoice({ seconds: 6, sound: noise(1) });
  const gaps = whole.blocks.filter((_, index) => index !== 0 && index !== 3);
  const fresh = makeVoice({ seconds: 4, sound: noise(2) });
  const early = { ...joint, fromFrame: START - RATE / 4 };
  const joined = joinVoices({ ...whole, blocks: gaps }, fresh, early);
  let end = -Infinity;
  for (const block of joined.blocks) {
    expect(block.startFrame).toBeGreaterThanOrEqual(end);
    end = block.startFrame + block.samples.length;
  }
  const [from, to] = [early.fromFrame + FADE, early.toFrame - FADE];
  expect(read(joined, from, to)).toEqual(
    readStem(fresh, early.freshFrame + FADE, to - from),
  );
});

test.each([
  [48_000, 44_100],
  [44_100, 48_000],
])(
  "joins a take at %d Hz with a recording at %d Hz, in time and in tune",
  (rate, freshRate) => {
    const old = makeVoice({ seconds: 6, sound: () => 0, sampleRate: rate });
    const fresh = makeVoice({
      seconds: 4,
      sound: tone(440),
      sampleRate: freshRate,
    });
    const at = {
      fromFrame: START + 2 * rate,
      toFrame: START + 4 * rate,
      fadeFrames: rate / 100,
      freshFrame: START + freshRate,
    };
    const joined = joinVoices(old, fresh, at);
    const from = at.fromFrame + at.fadeFrames;
    const heard = read(joined, from, at.toFrame - at.fadeFrames);
    const expected = heard.map((_, index) =>
      tone(440)(1 + (at.fadeFrames + index) / rate),
    );
    const worst = heard.reduce(
      (most, sample, index) =>
        Math.max(most, Math.abs(sample - (expected[index] ?? 0))),
      0,
    );
    expect(worst).toBeLessThan(0.001);
  },
);
