import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { viewOf } from "../../../convex/shared/audio/bytes";
import { endsOf, findLoop, placeInFile } from "./beatLoop";
import { forgetTail, isPadded } from "./isPadded";
import { mendBeat } from "./mendBeat";

const RATE = 44_100;
const BPM = 97;
const TWO_BARS = (8 * 60) / BPM;
const LEAD = 1_105 / RATE;
const FRAME = 1_152;

/** A beat as an MP3 decoder leaves it: silence, sound, and silence up to the end of a frame. */
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
  const loop = findLoop(endsOf(padded(seconds)), { bpm: BPM, isPadded: true });
  expect(loop.lengthSeconds).toBeCloseTo(seconds, 6);
  // All of the sound is heard in each round.
  expect(loop.startSeconds).toBeCloseTo(LEAD, 3);
});

test("a padded loop that is no whole number of bars ends with its sound", () => {
  const loop = findLoop(endsOf(padded(4.2)), { bpm: BPM, isPadded: true });
  expect(loop.startSeconds).toBeCloseTo(LEAD, 3);
  expect(loop.lengthSeconds).toBeCloseTo(4.2, 3);
});

test("a file that says where its sound ends repeats as a whole", () => {
  const beat = padded(TWO_BARS);
  expect(findLoop(endsOf(beat), { bpm: BPM, isPadded: false })).toEqual({
    startSeconds: 0,
    lengthSeconds: beat.duration,
  });
});

test("ten rounds lie where the bars are", () => {
  const loop = findLoop(endsOf(padded(TWO_BARS)), { bpm: BPM, isPadded: true });
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
  const loop = findLoop(endsOf(beat), { bpm: BPM, isPadded: true });
  expect(loop.lengthSeconds).toBeCloseTo(TWO_BARS, 6);
  expect(loop.startSeconds + loop.lengthSeconds).toBeLessThan(beat.duration);
});

const timeOf = (samples: Float32Array, sampleRate: number) => ({
  sampleRate,
  duration: samples.length / sampleRate,
});

const fixture = (name: string): ArrayBuffer => {
  const folder = join(import.meta.dirname, "../../../e2e/fixtures/audio");
  return new Uint8Array(readFileSync(join(folder, name))).buffer;
};

/** A header of MPEG 1, layer III, and the tag of its first frame. */
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

test.each([
  ["an MP3 without a tag", mp3(), true],
  ["one whose tag has no lengths", mp3(...INFO, 0, 0, 0, 15, ...FIELDS), true],
  [
    "one whose tag has them",
    mp3(...INFO, 0, 0, 0, 15, ...FIELDS, ...LAME, 0x24, 0x04, 0x2a),
    false,
  ],
  [
    "a file of LAME with a cover",
    fixture("beat-97bpm-cbr192-stereo-44k-id3art.mp3"),
    false,
  ],
  ["a WAV", fixture("beat-97bpm-pcm16-mono-short.wav"), false],
  ["nothing", new ArrayBuffer(0), false],
])(
  "knows whether %s has silence around its sound that nobody takes away",
  (_, file, expected) => {
    expect(isPadded(file)).toBe(expected);
  },
);
