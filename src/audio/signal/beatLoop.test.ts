import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { viewOf } from "../../../convex/shared/audio/bytes";
import { endsOf, findLoop, placeInFile } from "./beatLoop";
import { forgetTail, paddedRateOf } from "./paddedRate";
import { mendBeat } from "./mendBeat";

const RATE = 44_100;
const BPM = 97;
const TWO_BARS = (8 * 60) / BPM;
const LEAD = 1_105 / RATE;
const FRAME = 1_152;

/** A beat as an MP3 decoder returns it: silence, sound, and silence up to the end of a frame. */
function padded(soundSeconds: number) {
  const lead = Math.round(LEAD * RATE);
  const end = lead + Math.round(soundSeconds * RATE);
  const length = FRAME * Math.ceil(end / FRAME);
  const samples = Float32Array.from({ length }, (_, index) =>
    index < lead || index >= end ? 0 : 0.3 * Math.cos(index),
  );
  return soundOf(samples);
}

const soundOf = (samples: Float32Array<ArrayBuffer>) => ({
  duration: samples.length / RATE,
  sampleRate: RATE,
  numberOfChannels: 1,
  getChannelData: () => samples,
});

test.each([1, 2, 4, 8])("a padded loop ends at its bar: %d bars", (bars) => {
  const seconds = (bars * TWO_BARS) / 2;
  const loop = findLoop(endsOf(padded(seconds)), {
    bpm: BPM,
    paddedRate: RATE,
  });
  expect(loop.lengthSeconds).toBeCloseTo(seconds, 6);
  // All of the sound is heard in each pass.
  expect(loop.startSeconds).toBeCloseTo(LEAD, 3);
});

test("a padded loop that is no whole number of bars ends with its sound", () => {
  const loop = findLoop(endsOf(padded(4.2)), { bpm: BPM, paddedRate: RATE });
  expect(loop.startSeconds).toBeCloseTo(LEAD, 3);
  expect(loop.lengthSeconds).toBeCloseTo(4.2, 3);
});

test("a file that says where its sound ends repeats as a whole", () => {
  const beat = padded(TWO_BARS);
  expect(findLoop(endsOf(beat), { bpm: BPM, paddedRate: null })).toEqual({
    startSeconds: 0,
    lengthSeconds: beat.duration,
  });
});

test("ten rounds lie where the bars are", () => {
  const loop = findLoop(endsOf(padded(TWO_BARS)), {
    bpm: BPM,
    paddedRate: RATE,
  });
  for (let round = 0; round < 10; round += 1) {
    const at = placeInFile(loop, LEAD + 1 + round * TWO_BARS);
    expect(at).toBeCloseTo(LEAD + 1, 6);
  }
  expect(placeInFile(loop, 0)).toBe(0);
});

test("two bars at 97 BPM, decoded from an MP3 that says nothing of its padding, repeat after 4,948 ms", () => {
  const folder = join(import.meta.dirname, "../../../convex/testing/audio");
  const name = "tempo/loop-2bars-97-cbr-notag.wav";
  const file = mendBeat(Uint8Array.from(readFileSync(join(folder, name))));
  const view = viewOf(file);
  const samples = Float32Array.from(
    { length: (file.length - 44) / 2 },
    (_, index) => view.getInt16(44 + 2 * index, true) / 32_768,
  );
  const beat = {
    ...soundOf(samples),
    ...timeOf(samples, view.getUint32(24, true)),
  };
  expect(beat.duration).toBeGreaterThan(4.98);
  const loop = findLoop(endsOf(beat), { bpm: BPM, paddedRate: RATE });
  expect(loop.lengthSeconds).toBeCloseTo(TWO_BARS, 6);
  expect(loop.startSeconds + loop.lengthSeconds).toBeLessThan(beat.duration);
});

const timeOf = (samples: Float32Array, sampleRate: number) => ({
  sampleRate,
  duration: samples.length / sampleRate,
});

/** Makes a file with a header of MPEG 1, layer III, and the tag of its first frame. */
function mp3(...tag: number[]): ArrayBuffer {
  const file = new Uint8Array(600);
  file.set([0xff, 0xfb, 0x90, 0x64]);
  file.set(tag, 36);
  return file.buffer;
}

const INFO = [..."Info"].map((letter) => letter.charCodeAt(0));
const FIELDS = Array.from({ length: 112 }, () => 7);
const LAME = [..."LAME3.100", ..."            "].map((one) =>
  one.charCodeAt(0),
);

test("a part of a file states no padding at its end, and the same in front", () => {
  const file = mp3(...INFO, 0, 0, 0, 15, ...FIELDS, ...LAME, 0x24, 0x14, 0x2a);
  const part = new Uint8Array(file.slice(0));
  forgetTail(part);
  const lengths = 36 + 4 + 4 + FIELDS.length + LAME.length;
  expect([...part.subarray(lengths, lengths + 3)]).toEqual([0x24, 0x10, 0]);
  expect(part.subarray(0, lengths)).toEqual(new Uint8Array(file, 0, lengths));
  const untagged = new Uint8Array(mp3());
  forgetTail(untagged);
  expect(untagged).toEqual(new Uint8Array(mp3()));
});

const bytesOf = (name: string): ArrayBuffer => {
  const folder = join(import.meta.dirname, "../../../convex/testing/audio");
  return Uint8Array.from(readFileSync(join(folder, name))).buffer;
};

test.each([
  ["an MP3 without a tag", "odd/mp3-cbr-notag.mp3", 4.989, 44_100],
  ["one of 12 kHz without a tag", "odd/mp3-mpeg25-vbr.mp3", 5.088, 12_000],
  ["one of LAME", "odd/mp3-cbr-lame.mp3", 4.949, null],
  ["one whose decoder does not listen", "odd/mp3-cbr-lame.mp3", 4.989, 44_100],
  ["one of 11 kHz of LAME", "odd/mp3-mpeg25-lame.mp3", 4.949, null],
  ["a WAV", "beat-97bpm-pcm16-mono-short.wav", 2.5, null],
  ["nothing", "empty.wav", 0, null],
])(
  "knows whether %s has silence around its sound that nobody takes away",
  (_, file, decodedSeconds, rate) => {
    expect(paddedRateOf(bytesOf(file), decodedSeconds)).toBe(rate);
  },
);

test.each([8_000, 11_025, 12_000, 16_000, 22_050])(
  "at %i Hz, an encoder's longer silence and the noise in it are left out",
  (rate) => {
    const lead = 1_105 / rate;
    const frame = 576 / rate;
    const whole = frame * Math.ceil((lead + TWO_BARS + 200 / rate) / frame);
    const samples = Float32Array.from(
      { length: Math.round(whole * RATE) },
      (_, index) => {
        const seconds = index / RATE - lead;
        if (seconds >= TWO_BARS) return 0;
        if (seconds >= 0) return 0.5 * Math.cos(index);
        return seconds > -1.5 * frame ? 0.01 * Math.cos(index) : 0;
      },
    );
    const loop = findLoop(endsOf(soundOf(samples)), {
      bpm: BPM,
      paddedRate: rate,
    });
    expect(loop.startSeconds).toBeCloseTo(lead, 6);
    expect(loop.lengthSeconds).toBeCloseTo(TWO_BARS, 6);
  },
);
