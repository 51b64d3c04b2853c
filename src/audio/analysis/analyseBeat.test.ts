import { expect, test } from "vitest";
import { analyseBeat } from "./analyseBeat";

const RATE = 22_050;

interface Drums {
  readonly bpm: number;
  readonly firstBarSeconds: number;
  readonly seconds: number;
  readonly rate?: number;
}

/** A kick on 1 and just before 3, a snare on 2 and 4, hats in eighths and one held chord. */
function drums({ bpm, firstBarSeconds, seconds, rate = RATE }: Drums) {
  const samples = new Float32Array(seconds * rate);
  const hit = (beat: number, sound: (t: number) => number, length: number) => {
    const at = Math.round((firstBarSeconds + (beat * 60) / bpm) * rate);
    for (let index = 0; index < length * rate; index += 1) {
      const place = at + index;
      if (place < samples.length)
        samples[place] = (samples[place] ?? 0) + sound(index / rate);
    }
  };
  let state = 1;
  const noise = () => {
    state = (state * 16_807) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
  const beats = Math.floor(((seconds - firstBarSeconds) * bpm) / 60);
  for (let beat = 0; beat < beats; beat += 1) {
    const kick = (t: number) =>
      0.8 * Math.sin(2 * Math.PI * 55 * t) * Math.exp(-t * 12);
    if (beat % 4 === 0) hit(beat, kick, 0.3);
    if (beat % 4 === 2) hit(beat - 0.5, kick, 0.3);
    if (beat % 2 === 1)
      hit(beat, (t) => 0.4 * noise() * Math.exp(-t * 20), 0.2);
    for (const half of [0, 0.5])
      hit(beat + half, (t) => 0.1 * noise() * Math.exp(-t * 80), 0.05);
    if (beat % 4 !== 0) continue;
    for (const hertz of [220, 261.63, 329.63])
      hit(
        beat,
        (t) => 0.1 * Math.sin(2 * Math.PI * hertz * t) * Math.exp(-t),
        1,
      );
  }
  return samples;
}

test.each([
  { bpm: 72, firstBarSeconds: 0 },
  { bpm: 93.4, firstBarSeconds: 0.31 },
  { bpm: 128, firstBarSeconds: 1.2 },
])("finds $bpm BPM and bar 1 at $firstBarSeconds s", (truth) => {
  const { tempo } = analyseBeat(drums({ ...truth, seconds: 24 }), RATE);
  expect(tempo?.bpm).toBeCloseTo(truth.bpm, 0);
  const wantedMs = truth.firstBarSeconds * 1000;
  expect(Math.abs((tempo?.firstBarMs ?? NaN) - wantedMs)).toBeLessThan(20);
});

test("names the key of the chords", () => {
  const beat = { bpm: 90, firstBarSeconds: 0, seconds: 24 };
  expect(analyseBeat(drums(beat), RATE).key).toBe("A minor");
});

test("analyses a sample rate too low for hats", () => {
  const beat = { bpm: 90, firstBarSeconds: 0, seconds: 24, rate: 8_000 };
  const { tempo } = analyseBeat(drums(beat), 8_000);
  expect(tempo?.bpm).toBeCloseTo(90, 0);
});

test.each([10, 600])("analyses a file of %i seconds", (seconds) => {
  const rate = 8_000;
  const beat = { bpm: 90, firstBarSeconds: 0, seconds, rate };
  expect(analyseBeat(drums(beat), rate).tempo?.bpm).toBeCloseTo(90, 0);
});

test("names no tempo for silence, noise, a held note or a file too short for two bars", () => {
  let state = 7;
  const noise = Float32Array.from({ length: 20 * RATE }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
  const note = Float32Array.from({ length: 20 * RATE }, (_, index) =>
    Math.sin((2 * Math.PI * 110 * index) / RATE),
  );
  const short = drums({ bpm: 90, firstBarSeconds: 0, seconds: 1 });
  const sounds = [new Float32Array(20 * RATE), noise, note, short];
  for (const samples of [...sounds, new Float32Array()]) {
    expect(analyseBeat(samples, RATE).tempo).toBeNull();
  }
});

test("reports its progress in rising steps", () => {
  const shares: number[] = [];
  const beat = drums({ bpm: 90, firstBarSeconds: 0, seconds: 10 });
  analyseBeat(beat, RATE, (share) => shares.push(share));
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

test("a file that is not a number anywhere harms nothing", () => {
  const broken = new Float32Array(10 * RATE).fill(NaN);
  const nothing = { tempo: null, isChanging: false, key: null };
  expect(analyseBeat(broken, RATE)).toEqual(nothing);
});

test("the maker's tempo and key count, if they can be heard", () => {
  const samples = drums({ bpm: 72, firstBarSeconds: 0, seconds: 24 });
  const heard = (bpm: number | null, key: "F minor" | null = null) => {
    const hints = { bpm, key };
    return analyseBeat(samples, RATE, undefined, hints);
  };
  expect(heard(null).tempo?.bpm).toBeCloseTo(72, 0);
  expect(heard(144).tempo?.bpm).toBe(144);
  expect(heard(72).tempo?.bpm).toBe(72);
  expect(heard(101).tempo?.bpm).toBeCloseTo(72, 0);
  expect(heard(null, "F minor").key).toBe("F minor");
});
