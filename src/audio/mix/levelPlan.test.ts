import { describe, expect, test } from "vitest";
import { loudnessOfSteps } from "../loudness/gating";
import { decibelsOf } from "../loudness/loudness";
import { UNCHANGED_LEVELS } from "../signal/captureLevels";
import {
  correction,
  MIX_CEILING_DBTP,
  MIX_LUFS,
  type PartPowers,
  planLevels,
} from "./levelPlan";
import type { MixPlan } from "./mixPlan";
import { CHAIN_LUFS } from "./voiceSound";

const SECONDS = 30;

const plan: MixPlan = {
  beatAtSeconds: 0,
  beatFromSeconds: 0,
  voiceAtSeconds: 0,
  lengthSeconds: SECONDS,
  voiceLevels: [{ atSeconds: 0, level: 1 }],
  beatLevels: [{ atSeconds: 0, level: 0.7 }],
};

/** Powers of a steady sound. */
function steady(lufs: number, seconds = SECONDS): number[] {
  const power = 10 ** ((lufs + 0.691) / 10);
  return Array.from({ length: seconds * 10 }, () => power);
}

/** Loudness of the parts and of the whole after the gains of a plan. */
function outcome(
  powers: PartPowers,
  changed = plan,
  chosen = UNCHANGED_LEVELS,
) {
  const { voiceIn, voiceOut, master } = planLevels(changed, powers, chosen);
  const levelOf = (levels: MixPlan["voiceLevels"]) => levels[0]?.level ?? 1;
  const gain = voiceIn * voiceOut * chosen.voice;
  const voice = gain * levelOf(changed.voiceLevels);
  const beat = chosen.beat * levelOf(changed.beatLevels);
  const steps = Array.from({ length: SECONDS * 10 }, (_, index) => {
    const rap = (powers.voice[index] ?? 0) * voice ** 2;
    const music = (powers.beat[index % powers.beat.length] ?? 0) * beat ** 2;
    return (rap + music) * master ** 2;
  });
  const gainDb = decibelsOf(voice / beat);
  return { mix: loudnessOfSteps(steps), gainDb, master };
}

describe("planLevels", () => {
  test.each([
    [-45, -30],
    [-45, -6],
    [-20, -14],
    [-4, -30],
    [-4, -6],
  ])("mixes a voice of %d LUFS and a beat of %d LUFS alike", (voice, beat) => {
    const powers = { voice: steady(voice), beat: steady(beat) };
    const { mix, gainDb } = outcome(powers);
    expect(mix).toBeCloseTo(MIX_LUFS, 1);
    expect(voice + gainDb - beat).toBeCloseTo(
      // This voice would need more than the highest gain.
      voice === -45 && beat === -6 ? -5.9 : 2,
      1,
    );
  });

  test("brings every voice to the level that the effects expect", () => {
    const powers = { voice: steady(-41), beat: steady(-12) };
    const { voiceIn } = planLevels(plan, powers, UNCHANGED_LEVELS);
    expect(-41 + decibelsOf(voiceIn)).toBeCloseTo(CHAIN_LUFS, 6);
  });

  test("follows the sliders, and keeps the loudness of the whole", () => {
    const powers = { voice: steady(-25), beat: steady(-12) };
    const asStarted = outcome(powers);
    const half = outcome(powers, plan, { voice: 0.5, beat: 1 });
    expect(half.gainDb - asStarted.gainDb).toBeCloseTo(-6.02, 2);
    expect(half.mix).toBeCloseTo(MIX_LUFS, 1);
    const quietBeat = { ...plan, beatLevels: [{ atSeconds: 0, level: 0.35 }] };
    for (const changed of [
      outcome(powers, quietBeat),
      outcome(powers, plan, { voice: 1, beat: 0.5 }),
    ]) {
      expect(changed.gainDb - asStarted.gainDb).toBeCloseTo(6.02, 2);
      expect(changed.mix).toBeCloseTo(MIX_LUFS, 1);
    }
  });

  test("keeps one of the two loud enough when the other is off", () => {
    const powers = { voice: steady(-25), beat: steady(-12) };
    const beatOff = { ...plan, beatLevels: [{ atSeconds: 0, level: 0 }] };
    expect(outcome(powers, beatOff).mix).toBeCloseTo(MIX_LUFS, 1);
    expect(outcome(powers, plan, { voice: 0, beat: 1 }).mix).toBeCloseTo(
      MIX_LUFS,
      1,
    );
  });

  test("does not turn the noise of an empty room into a voice", () => {
    const powers = { voice: steady(-62), beat: steady(-14) };
    const { gainDb } = outcome(powers);
    expect(-62 + gainDb).toBeLessThan(-14 - 10);
  });

  test("leaves silence alone", () => {
    const silent = { voice: steady(-Infinity), beat: steady(-Infinity) };
    const levels = planLevels(plan, silent, UNCHANGED_LEVELS);
    expect(levels).toEqual({ voiceIn: 1, voiceOut: 1, master: 1 });
    expect(planLevels(plan, { voice: [], beat: [] }, UNCHANGED_LEVELS)).toEqual(
      levels,
    );
    const short = { ...plan, lengthSeconds: 0.1 };
    expect(planLevels(short, silent, UNCHANGED_LEVELS)).toEqual(levels);
  });

  test("measures the beat where the verse is, however often it loops", () => {
    const beat = [...steady(-30, 5), ...steady(-10, 60)];
    const intro = { ...plan, lengthSeconds: 5 };
    const powers = { voice: steady(-20), beat };
    const { voiceIn, voiceOut } = planLevels(intro, powers, UNCHANGED_LEVELS);
    expect(-20 + decibelsOf(voiceIn * voiceOut)).toBeCloseTo(-30 - 3.1 + 2, 1);
    const looped = { voice: steady(-20), beat: steady(-10, 3) };
    expect(outcome(looped).mix).toBeCloseTo(MIX_LUFS, 1);
  });
});

test("leaves room for the encoder below the published peak", () => {
  const encoderDb = 1.73; // the most that Opus added to a mix
  expect(MIX_CEILING_DBTP + encoderDb).toBeLessThan(-1);
});

test.each([
  ["is too quiet", -15, MIX_CEILING_DBTP - 3, 1],
  ["is too quiet because its peaks are held", -15, MIX_CEILING_DBTP, 1.5],
  ["is too loud", -13, MIX_CEILING_DBTP, -1],
  ["loses far too much to the limiter", -30, MIX_CEILING_DBTP, 6],
  ["is silent", null, -Infinity, 0],
])("corrects a mix that %s", (_name, lufs, truePeakDbtp, decibels) => {
  const gain = correction({ lufs, truePeakDbtp });
  expect(decibelsOf(gain)).toBeCloseTo(decibels, 6);
});
