import { expect, test } from "vitest";
import {
  resample,
  RESAMPLE_REACH,
} from "../../../src/audio/signal/resample.ts";
import { locateVoice } from "./locateVoice.ts";
import { makeNoiseBeat, mark, UNMARKED_SHARE } from "./markedSound.ts";

const RATE = 48_000;
const beat = makeNoiseBeat(3, RATE);

/**
 * Returns a file in which the beat starts at 0.2 s and its marked copy follows `lateMs` later. From
 * 1.5 s of the file, the copy lags by another `jumpMs`.
 */
function makeFile(lateMs: number, jumpMs = 0): Float32Array {
  const lead = 0.2 * RATE;
  const marked = mark(beat, RATE, "cosine").map(
    (sample, index) => sample + UNMARKED_SHARE * (beat[index] ?? 0),
  );
  return Float32Array.from({ length: 3 * RATE }, (_, index) => {
    const moved = lateMs + (index > 1.5 * RATE ? jumpMs : 0);
    const voiceAt = index - lead - Math.round((moved / 1000) * RATE);
    return 0.5 * (beat[index - lead] ?? 0) + 0.4 * (marked[voiceAt] ?? 0);
  });
}

test.each([0, 0.5, -7, 130, -90])(
  "finds a voice %d ms after the beat to a tenth of a millisecond",
  (lateMs) => {
    const places = locateVoice(makeFile(lateMs), beat, RATE);
    expect(places.length).toBeGreaterThan(4);
    for (const place of places)
      expect(Math.abs(place.lateMs - lateMs)).toBeLessThan(0.1);
  },
);

/** Returns the sound at another rate, without moving it in time. */
function atRate(sound: Float32Array, fromRate: number, toRate: number) {
  const padded = new Float32Array(sound.length + RESAMPLE_REACH);
  padded.set(sound, RESAMPLE_REACH);
  const length = Math.floor((sound.length * toRate) / fromRate);
  return resample(padded, { fromRate, toRate }, length);
}

/** Returns what a cable of another rate makes of the beat, at the rate of the finished take. */
function overCable(cableRate: number): Float32Array {
  const heard = atRate(beat, RATE, cableRate);
  const marked = mark(heard, cableRate, "cosine").map(
    (sample, index) => sample + UNMARKED_SHARE * (heard[index] ?? 0),
  );
  return atRate(marked, cableRate, RATE);
}

test.each([44_100, 16_000])(
  "finds a voice that a microphone of %d Hz heard where it is",
  (cableRate) => {
    const lateMs = 7;
    const voice = overCable(cableRate);
    const late = (lateMs / 1000) * RATE;
    const file = beat.map(
      (sample, index) => 0.5 * sample + 0.4 * (voice[index - late] ?? 0),
    );
    const places = locateVoice(file, beat, RATE);
    expect(places.length).toBeGreaterThan(4);
    for (const place of places)
      expect(Math.abs(place.lateMs - lateMs)).toBeLessThan(0.1);
  },
);

test("sees a jump inside a take", () => {
  const places = locateVoice(makeFile(2, 25), beat, RATE);
  expect(places.at(0)?.lateMs).toBeCloseTo(2, 1);
  expect(places.at(-1)?.lateMs).toBeCloseTo(27, 1);
});

test("finds no voice where there is only the beat", () => {
  const silent = makeFile(0).map(
    (_, index) => 0.5 * (beat[index - 9_600] ?? 0),
  );
  expect(locateVoice(silent, beat, RATE)).toEqual([]);
});
