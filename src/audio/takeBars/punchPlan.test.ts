import { expect, test } from "vitest";
import { makeVoice, tone, type VoiceOptions } from "../../testing/voices";
import { planJoint, planPunchIn, type PunchPlan } from "./punchPlan";

/** Bars of two seconds, four of them in the beat. */
const rhythm = { bpm: 120, loopMs: 8_000, firstBarMs: 0 };
const RATE = 48_000;
const START = 100_000;

const record = (seconds: number, changes: Partial<VoiceOptions> = {}) =>
  makeVoice({ seconds, sound: tone(200), ...changes });
const bars = (firstBar: number, lastBar = firstBar) => ({ firstBar, lastBar });

/** Throws if there is no plan. */
function given<T>(plan: T | null): T {
  if (plan === null) throw new Error("there is no plan");
  return plan;
}

test("starts one bar before the first marked bar and ends after the last one", () => {
  expect(planPunchIn(record(12), rhythm, bars(2, 3), 0)).toEqual({
    firstBar: 2,
    lastBar: 3,
    playFromMs: 0,
    beatFromMs: 0,
    leadInMs: 2_000,
    leadInBeats: 4,
    lengthMs: 6_500,
    guideFrame: START,
    fromFrame: START + 2 * RATE,
    toFrame: START + 6 * RATE,
    fadeFrames: 480,
  });
});

test("before bar 1, the end of the loop leads in", () => {
  const plan = planPunchIn(record(12), rhythm, bars(1), 0);
  expect(plan).toMatchObject({
    beatFromMs: -2_000,
    playFromMs: 6_000,
    guideFrame: START - 2 * RATE,
    fromFrame: START,
  });
});

test("finds a bar of a later loop in the beat's file", () => {
  const plan = planPunchIn(record(12), rhythm, bars(6), 0);
  expect(plan).toMatchObject({ beatFromMs: 8_000, playFromMs: 0 });
});

test("marks bars as they are heard, however late the voice arrived and however it was moved", () => {
  const late = record(12, { beatDelaySeconds: 0.2 });
  expect(planPunchIn(late, rhythm, bars(2), 0)).toMatchObject({
    fromFrame: START + 2.2 * RATE,
  });
  expect(planPunchIn(late, rhythm, bars(2), 50)).toMatchObject({
    fromFrame: START + 2.15 * RATE,
  });
});

test("a section keeps its place", () => {
  const section = record(4.5, { beatFromSeconds: 10 });
  expect(planPunchIn(section, rhythm, bars(7), 0)).toMatchObject({
    beatFromMs: 10_000,
    playFromMs: 2_000,
    fromFrame: START + 2 * RATE,
    toFrame: START + 4 * RATE,
  });
});

test.each([bars(0), bars(9, 10), bars(3, 99), bars(3, 2), bars(Number.NaN)])(
  "has no plan for bars %j",
  (marked) => {
    expect(planPunchIn(record(12), rhythm, marked, 0)).toBeNull();
  },
);

test.each([
  [1, 130, 10_000, 0],
  [20, 100, 9_000, 3],
  [999, 100, 1_201, 20],
])(
  "at %d BPM there is time to get ready, and no long wait",
  (bpm, seconds, leadInMs, leadInBeats) => {
    const slow = { bpm, loopMs: 200_000 };
    const old = record(seconds, { sampleRate: 8_000 });
    const plan = given(planPunchIn(old, slow, bars(1), 0));
    expect(plan.leadInMs).toBeCloseTo(leadInMs, -1);
    expect(plan.leadInBeats).toBe(leadInBeats);
    expect(plan.toFrame).toBeGreaterThan(plan.fromFrame);
  },
);

test("never makes a take longer than the longest verse", () => {
  const old = record(299, { sampleRate: 8_000 });
  const slow = { bpm: 7, loopMs: 600_000 };
  const plan = given(planPunchIn(old, slow, bars(9), 0));
  expect(plan.toFrame).toBe(START + 300 * 8_000);
});

/** Makes a new recording of the bars in the plan, as the capture would. */
const fresh = (plan: PunchPlan, changes: Partial<VoiceOptions> = {}) =>
  record(plan.lengthMs / 1000, {
    beatFromSeconds: plan.beatFromMs / 1000,
    beatStartFrame: 7_000,
    ...changes,
  });

test("puts the new voice where it was performed, by the delays of both recordings", () => {
  const old = record(12, { beatDelaySeconds: 0.2 });
  const plan = given(planPunchIn(old, rhythm, bars(2, 3), 0));
  const again = fresh(plan, { beatDelaySeconds: 0.05 });
  expect(planJoint(old, again, plan, 0)).toEqual({
    fromFrame: plan.fromFrame,
    toFrame: plan.toFrame,
    fadeFrames: 480,
    // Two seconds of lead-in plus the round trip.
    freshFrame: 7_000 + 98_400,
  });
});

test("moves with the take if the same correction applied, and stays in place otherwise", () => {
  const old = record(12);
  const plan = given(planPunchIn(old, rhythm, bars(2), 100));
  const same = planJoint(old, fresh(plan), plan, 100);
  expect(same?.freshFrame).toBe(7_000 + 1.9 * RATE);
  // The correction was remembered meanwhile, so the voice is already in its place.
  const corrected = fresh(plan, { correctionMs: 100, voiceDelaySeconds: 0.1 });
  const right = planJoint(old, corrected, plan, 100);
  expect(right?.freshFrame).toBe(7_000 + 1.9 * RATE);
});

test("a recording that ended early replaces the bars up to there", () => {
  const old = record(12);
  const plan = given(planPunchIn(old, rhythm, bars(2, 4), 0));
  const cut = fresh(plan, { seconds: 5 });
  const joint = given(planJoint(old, cut, plan, 0));
  expect(joint.toFrame).toBe(plan.fromFrame + 3 * RATE);
});

test.each([0, 1, 2, 2.01])(
  "a recording of %d s over a lead-in of two seconds changes nothing",
  (seconds) => {
    const old = record(12);
    const plan = given(planPunchIn(old, rhythm, bars(2), 0));
    expect(planJoint(old, fresh(plan, { seconds }), plan, 0)).toBeNull();
  },
);
