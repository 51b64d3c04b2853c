import { expect, test } from "vitest";
import { PlacedVoice } from "./placedVoice";

const BUFFER_SECONDS = 0.25;
const HERTZ = 437;
const LEVEL = 0.3;
/** The context started 40 ms after the page, and the microphone 100 ms after it. */
const CONTEXT_FROM_MS = 40;
const VOICE_FROM_MS = 100;
const SETTLED_AFTER_MS = 700;
const PARTS_PER_SECOND = 100;

interface Microphone {
  readonly seconds: number;
  /** The sample rate in Hz, by the seconds since the microphone was opened. */
  readonly rateAt: (seconds: number) => number;
  readonly contextRate?: number;
  /** How much faster than the page's clock the microphone runs. */
  readonly ppm?: number;
  /** Start and end of a time in which no sound comes. */
  readonly gap?: readonly [number, number];
  /** Returns whether a part is lost. */
  readonly isLost?: (part: number) => boolean;
  /** When the output stops, and for how long. */
  readonly stall?: { readonly at: number; readonly seconds: number };
  readonly sound?: (seconds: number) => number;
}

interface Played {
  readonly samples: Float32Array;
  readonly interruptions: number;
  /**
   * Index of the sample that is due at this time of the microphone if nothing disturbs the sound.
   */
  readonly frameOf: (seconds: number) => number;
}

const tone = (seconds: number) =>
  LEVEL * Math.sin(2 * Math.PI * HERTZ * seconds);

/** A sound whose level tells when it was captured. */
const RAMP_SECONDS = 400;
const ramp = (seconds: number) => seconds / RAMP_SECONDS;

/** Returns what leaves the voice's node while a simulated microphone is open. */
function play(microphone: Microphone): Played {
  const { seconds, rateAt, contextRate = 48_000, ppm = 0 } = microphone;
  const { sound = tone, gap, stall, isLost = () => false } = microphone;
  const voice = new PlacedVoice(contextRate, BUFFER_SECONDS);
  const samples = new Float32Array(contextRate * (seconds + 1));
  let part = 0;
  let nextFrame: number | null = null;
  const send = (clocks: { nowMs: number; contextMs: number }) => {
    const from = part / PARTS_PER_SECOND;
    part += 1;
    if (isLost(part)) return;
    if (gap && from >= gap[0] && from < gap[1]) return;
    const sampleRate = rateAt(from);
    const length = sampleRate / PARTS_PER_SECOND;
    const block = voice.add(
      {
        samples: Float32Array.from({ length }, (_, index) =>
          sound(from + index / sampleRate),
        ),
        sampleRate,
        startSeconds: 7 + from,
      },
      clocks,
    );
    if (!block) return;
    expect(block.startFrame).toBe(nextFrame ?? block.startFrame);
    nextFrame = block.startFrame + block.samples.length;
    samples.set(block.samples, block.startFrame);
  };
  for (let sinceMs = 0; sinceMs < 1000 * seconds; sinceMs += 1) {
    const stalled = stall && sinceMs > 1000 * stall.at ? stall.seconds : 0;
    const clocks = {
      nowMs: VOICE_FROM_MS + sinceMs,
      contextMs: VOICE_FROM_MS + sinceMs - CONTEXT_FROM_MS - 1000 * stalled,
    };
    voice.note(clocks);
    if (sinceMs === SETTLED_AFTER_MS) expect(voice.settle()).toBe(true);
    if (sinceMs % 100 === 0) voice.follow(clocks.nowMs);
    const come = (sinceMs / 1000) * (1 + ppm * 1e-6);
    while ((part + 1) / PARTS_PER_SECOND <= come) send(clocks);
  }
  const startSeconds = (VOICE_FROM_MS - CONTEXT_FROM_MS) / 1000;
  const frameOf = (at: number) =>
    Math.round((at + startSeconds + BUFFER_SECONDS) * contextRate);
  return { samples, interruptions: voice.interruptions, frameOf };
}

/**
 * The largest difference between the samples and the tone that was sent, both at the same place.
 */
function worstError(
  { samples, frameOf }: Played,
  contextRate: number,
  [from, to]: readonly [number, number],
): number {
  const offset = frameOf(0);
  let worst = 0;
  for (let frame = frameOf(from); frame < frameOf(to); frame += 1) {
    const right = tone((frame - offset) / contextRate);
    worst = Math.max(worst, Math.abs((samples[frame] ?? 0) - right));
  }
  return worst;
}

/**
 * The largest sample after a filter removes the tone: only the edges of steps and holes are left.
 */
function worstEdge(samples: Float32Array, rate: number): number {
  const notch = 2 * Math.cos((2 * Math.PI * HERTZ) / rate);
  let worst = 0;
  let [before = 0, last = 0] = samples;
  for (const sample of samples.subarray(2)) {
    worst = Math.max(worst, Math.abs(sample - notch * last + before));
    [before, last] = [last, sample];
  }
  return worst;
}

const handsFree = (seconds: number) =>
  seconds >= 3 && seconds < 5 ? 16_000 : 48_000;

test.each([
  ["the same rate", 48_000, () => 48_000],
  ["44.1 kHz on an output of 48", 48_000, () => 44_100],
  ["48 kHz on an output of 44.1", 44_100, () => 48_000],
  ["16 kHz on an output of 48", 48_000, () => 16_000],
  ["8 kHz on an output of 44.1", 44_100, () => 8_000],
  ["96 kHz on an output of 48", 48_000, () => 96_000],
  ["48, then 16, then 48 kHz on an output of 48", 48_000, handsFree],
  ["48, then 16, then 48 kHz on an output of 44.1", 44_100, handsFree],
])("keeps the voice whole and in its place: %s", (_, contextRate, rateAt) => {
  const played = play({ seconds: 8, rateAt, contextRate });
  // A sample that is a thirtieth of a millisecond off its place has this error.
  expect(worstError(played, contextRate, [1, 7.5])).toBeLessThan(0.02);
  const heard = played.samples.subarray(played.frameOf(1), played.frameOf(7.5));
  expect(worstEdge(heard, contextRate)).toBeLessThan(0.01);
  expect(played.interruptions).toBe(0);
});

test("passes samples of the output's own rate unchanged", () => {
  const { samples, frameOf } = play({ seconds: 3, rateAt: () => 48_000 });
  const sent = Float32Array.from({ length: 480 }, (_, index) =>
    tone(2 + index / 48_000),
  );
  expect(samples.subarray(frameOf(2), frameOf(2.01))).toEqual(sent);
});

test.each([
  [48_000, 400],
  [48_000, -400],
  [44_100, 400],
  [16_000, -400],
])(
  "follows a microphone of %d Hz whose clock drifts by %d ppm without an edge",
  (rate, ppm) => {
    const drifting = { seconds: 30, rateAt: () => rate, ppm };
    const { samples, interruptions, frameOf } = play(drifting);
    const heard = samples.subarray(frameOf(1), frameOf(28));
    expect(worstEdge(heard, 48_000)).toBeLessThan(0.001);
    expect(interruptions).toBe(0);
  },
);

test.each([400, -400])(
  "keeps the voice in its place for five minutes while the clock drifts by %d ppm",
  (ppm) => {
    const seconds = 300;
    const rateAt = () => 48_000;
    const { samples, frameOf } = play({ seconds, rateAt, ppm, sound: ramp });
    for (let at = 1; at < seconds - 2; at += 0.5) {
      const captured = RAMP_SECONDS * (samples[frameOf(at)] ?? 0);
      const lateSeconds = at * (1 + ppm * 1e-6) - captured;
      // The voice follows a shift of 2 ms, and the simulated clocks are read once in a millisecond.
      expect(Math.abs(lateSeconds)).toBeLessThan(0.0035);
    }
  },
);

test.each([
  ["at one rate", () => 48_000],
  ["with another rate behind it", handsFree],
])("is in its place right behind a hole of 0.3 s %s", (_, rateAt) => {
  const played = play({ seconds: 8, rateAt, gap: [2.7, 3] });
  expect(worstError(played, 48_000, [1, 2.69])).toBeLessThan(0.02);
  expect(worstError(played, 48_000, [3.01, 7.5])).toBeLessThan(0.02);
  const heard = played.samples.subarray(played.frameOf(1), played.frameOf(7.5));
  expect(worstEdge(heard, 48_000)).toBeLessThan(0.02);
  expect(played.interruptions).toBe(1);
});

test("closes a hole of 20 ms and returns to its place", () => {
  const played = play({ seconds: 8, rateAt: () => 48_000, gap: [3, 3.02] });
  expect(worstError(played, 48_000, [5, 7.5])).toBeLessThan(0.02);
  const heard = played.samples.subarray(
    played.frameOf(3.5),
    played.frameOf(7.5),
  );
  expect(worstEdge(heard, 48_000)).toBeLessThan(0.02);
  expect(played.interruptions).toBe(2);
});

test("keeps the voice near its place on a page that loses every third part", () => {
  const seconds = 8;
  const rateAt = () => 48_000;
  const isLost = (part: number) => part > 200 && part % 3 === 0;
  const { samples, frameOf } = play({ seconds, rateAt, isLost, sound: ramp });
  const times = Array.from({ length: 120 }, (_, index) => 2.5 + index / 27);
  const inPlace = times.filter((at) => {
    const captured = RAMP_SECONDS * (samples[frameOf(at)] ?? 0);
    return Math.abs(at - captured) < 0.08;
  });
  // The rest is silence, with its edges, in place of lost sound.
  expect(inPlace.length).toBeGreaterThan(times.length / 2);
});

test.each([0.023, 0.15])(
  "returns to its place without an edge after the output stood still for %d s",
  (stalledSeconds) => {
    const stall = { at: 3, seconds: stalledSeconds };
    const { samples, interruptions, frameOf } = play({
      seconds: 8,
      rateAt: () => 48_000,
      stall,
      sound: ramp,
    });
    const at = frameOf(6 - stalledSeconds);
    expect(RAMP_SECONDS * (samples[at] ?? 0)).toBeCloseTo(6, 3);
    const tones = play({ seconds: 8, rateAt: () => 48_000, stall });
    const heard = tones.samples.subarray(frameOf(1), frameOf(7));
    expect(worstEdge(heard, 48_000)).toBeLessThan(0.02);
    expect(interruptions).toBe(1);
  },
);

test("takes a part that the page handles late for no hole", () => {
  const voice = new PlacedVoice(48_000, BUFFER_SECONDS);
  const samples = new Float32Array(480);
  const add = (part: number, nowMs: number) =>
    voice.add(
      { samples, sampleRate: 48_000, startSeconds: part / 100 },
      { nowMs, contextMs: nowMs },
    );
  for (let part = 0; part < 100; part += 1) add(part, 10 * part);
  expect(voice.settle()).toBe(true);
  for (let part = 100; part < 130; part += 1) add(part, 1_300);
  for (let part = 130; part < 300; part += 1) {
    add(part, 10 * part);
    voice.follow(10 * part);
  }
  expect(voice.interruptions).toBe(0);
});
