import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { judgeBeat } from "../../../convex/shared/audio/judgeBeat";
import { viewOf } from "../../../convex/shared/audio/bytes";
import { mendBeat } from "./mendBeat";
import { joinBytes, plainWav } from "./plainWav";

const odd = async (name: string) =>
  Uint8Array.from(await readFile(`convex/testing/audio/odd/${name}`));

test.each([
  ["wav-data-size-0.wav", 4948],
  ["wav-rf64.wav", 4948],
  ["wav-alaw.wav", 4948],
  ["wav-data-before-fmt.wav", 4948],
  ["mp3-id3-padding-20k-uncounted.mp3", 4989],
  ["mp3-apev2-start-cover.mp3", 4989],
  ["mp3-padding-4k.mp3", 4989],
  ["mp3-mpeg2-vbr.mp3", 5016],
  ["mp3-mpeg25-vbr.mp3", 5088],
  ["snd-inf.wav", 2900],
  ["wav-u8-odd.wav", 4948],
])("%s is refused as it is, and lasts %i ms once mended", async (name, ms) => {
  const file = await odd(name);
  expect(judgeBeat(file)).toEqual({ code: "BEAT_FILE_ODD" });
  const format = name.slice(-3);
  expect(judgeBeat(mendBeat(file))).toEqual({ format, durationMs: ms });
});

test.each([
  ["mp3-cbr-notag.mp3", 4989],
  ["mp3-cbr-lame.mp3", 4989],
  ["mp3-lavc-tag.mp3", 5016],
  ["mp3-mpeg25-8khz-notag.mp3", 5112],
  ["mp3-mpeg2-lame.mp3", 5016],
  ["mp3-mpeg25-lame.mp3", 5068],
  ["mp3-vbr-noxing.mp3", 4989],
  ["snd-plus30db.wav", 2900],
])("%s passes as it is and lasts %i ms", async (name, ms) => {
  const file = await odd(name);
  const format = name.slice(-3);
  expect(judgeBeat(file)).toEqual({ format, durationMs: ms });
  expect(mendBeat(file)).toBe(file);
});

test("an MP3 whose last frame is so short that Firefox cuts it gets an empty tag behind it", async () => {
  for (const name of ["mp3-mpeg2-vbr.mp3", "mp3-mpeg25-vbr.mp3"]) {
    const file = await odd(name);
    const mended = mendBeat(file);
    expect(mended.subarray(0, file.length)).toEqual(file);
    const tag = Buffer.from(mended.subarray(file.length));
    expect([tag.length, tag.toString("latin1", 0, 3)]).toEqual([128, "TAG"]);
    expect(mendBeat(mended)).toBe(mended);
    // The same tag replaces anything else that follows the frames.
    expect(mendBeat(joinBytes([file, new Uint8Array(10)]))).toEqual(mended);
  }
});

test("an MP3 that changes its sample rate is refused, mended or not", async () => {
  const file = await odd("mp3-rate-change-44-48.mp3");
  expect(judgeBeat(mendBeat(file))).toEqual({ code: "BEAT_FILE_JOINED" });
});

/** Makes frames with one header, whose lengths may differ by a slot. */
function mpeg(header: readonly number[], lengths: readonly number[]) {
  return joinBytes(
    lengths.map((length) => {
      const frame = new Uint8Array(length).fill(0x55);
      frame.set(header);
      return frame;
    }),
  );
}

test.each([
  ["an MP3 of free bit rate", [0xff, 0xfb, 0x00, 0x00]],
  ["layer II", [0xff, 0xfd, 0xa4, 0x00]],
  ["layer I", [0xff, 0xff, 0xa4, 0x00]],
])("%s is refused with the way out, not as no MP3", (_, header) => {
  const lengths = [1044, 1045, 1044, 1044, 1045, 1044];
  const file = mpeg(header, lengths);
  expect(judgeBeat(mendBeat(file))).toEqual({ code: "BEAT_FILE_ODD" });
  const once = judgeBeat(file.subarray(0, 1044));
  expect(once).toEqual({ code: "BEAT_FILE_INVALID" });
});

test("a WAV of a wrong size passes, and gets the right one for programs that copy it", async () => {
  const file = await odd("wav-riff-size-small.wav");
  const judged = { format: "wav", durationMs: 4948 };
  const mended = mendBeat(file);
  expect([judgeBeat(file), judgeBeat(mended)]).toEqual([judged, judged]);
  expect(viewOf(mended).getUint32(4, true)).toBe(mended.length - 8);
  expect(mended.length).toBe(file.length);
});

test("the mended samples are those of the file", async () => {
  const right = (await odd("wav-riff-size-small.wav")).subarray(44);
  for (const name of ["data-size-0", "rf64", "data-before-fmt"]) {
    const mended = mendBeat(await odd(`wav-${name}.wav`));
    expect(mended.subarray(44)).toEqual(right);
  }
});

test("A-law keeps the sound to the precision of its 8 bits", async () => {
  const right = viewOf(await odd("wav-riff-size-small.wav"));
  const made = viewOf(mendBeat(await odd("wav-alaw.wav")));
  expect(made.byteLength).toBe(right.byteLength);
  for (let at = 44; at < right.byteLength; at += 2) {
    const [wanted, got] = [right.getInt16(at, true), made.getInt16(at, true)];
    expect(Math.abs(got - wanted)).toBeLessThanOrEqual(
      16 + Math.abs(wanted) / 16,
    );
  }
});

const FORMAT_AT = 20;
const BITS_AT = 34;

/** Makes a WAV that lasts one second and has 8,000 samples with these bytes. */
function wavOf(encoding: number, sample: Uint8Array): Uint8Array<ArrayBuffer> {
  const format = new Uint8Array(16);
  const file = plainWav(
    format,
    joinBytes(Array.from({ length: 8_000 }, () => sample)),
  );
  const view = viewOf(file);
  view.setUint16(FORMAT_AT, encoding, true);
  view.setUint16(FORMAT_AT + 2, 1, true);
  view.setUint32(FORMAT_AT + 4, 8_000, true);
  view.setUint16(FORMAT_AT + 12, sample.length, true);
  view.setUint16(BITS_AT, 8 * sample.length, true);
  return file;
}

const bytesOf = (...values: readonly number[]) => Uint8Array.from(values);
const second = { format: "wav", durationMs: 1000 };

test.each([
  [0x80, 32_124],
  [0x00, -32_124],
  [0xff, 0],
  [0x7f, 0],
])("mu-law %i becomes %i in 16 bits", (byte, value) => {
  const mended = mendBeat(wavOf(7, bytesOf(byte)));
  expect(judgeBeat(mended)).toEqual(second);
  expect(viewOf(mended).getInt16(44, true)).toBe(value + 0);
});

test.each([
  [0.25, 0.25],
  [-31.6, Math.fround(-31.6)],
  [1e30, 0],
  [Infinity, 0],
  [NaN, 0],
])("of 64-bit floating point, %f becomes %f in 32 bits", (given, value) => {
  const sample = new Uint8Array(8);
  viewOf(sample).setFloat64(0, given, true);
  const mended = mendBeat(wavOf(3, sample));
  expect(judgeBeat(mended)).toEqual(second);
  expect(viewOf(mended).getFloat32(44, true)).toBe(value);
});

test.each([1, 3])(
  "%i bytes a sample, and an odd number of samples: WebKit plays none of it",
  (size) => {
    const whole = wavOf(1, new Uint8Array(size).fill(0x60));
    const samples = whole.subarray(44, whole.length - size);
    const odd = plainWav(whole.subarray(20, 36), samples);
    expect(samples.length % 2).toBe(1);
    expect(judgeBeat(odd)).toEqual({ code: "BEAT_FILE_ODD" });
    const mended = mendBeat(odd);
    expect(mended.subarray(44)).toEqual(samples.subarray(0, -size));
    expect(judgeBeat(mended)).toEqual(second);
  },
);

test.each([
  ["three bytes", [1, 2, 3]],
  ["a chunk of odd size", [...Buffer.from("LIST"), 3, 0, 0, 0, 65, 66, 67, 0]],
])(
  "%s behind the samples, for whose rest WebKit waits, are left out",
  async (_, behind) => {
    const file = mendBeat(await odd("wav-riff-size-small.wav"));
    const longer = joinBytes([file, bytesOf(...behind)]);
    expect(judgeBeat(longer)).toEqual({ code: "BEAT_FILE_ODD" });
    expect(mendBeat(longer)).toEqual(file);
  },
);

test("a WAV that was cut inside a sample loses the rest of it", async () => {
  const file = await odd("wav-riff-size-small.wav");
  const mended = mendBeat(file.slice(0, -1));
  expect(mended.subarray(44)).toEqual(file.subarray(44, -2));
});

test.each([
  [1, second],
  [2, second],
  [3, { code: "BEAT_FILE_ODD" }],
  [4, second],
  [5, { code: "BEAT_FILE_ODD" }],
  [6, second],
  [8, { code: "BEAT_FILE_ODD" }],
])(
  "of %i channels, every browser plays all or the file is refused",
  (channels, judged) => {
    const file = wavOf(1, new Uint8Array(2 * channels));
    viewOf(file).setUint16(FORMAT_AT + 2, channels, true);
    viewOf(file).setUint16(BITS_AT, 16, true);
    expect(judgeBeat(mendBeat(file))).toEqual(judged);
  },
);

test("a WAV of an encoding that browsers do not know is refused with its own text", () => {
  const adpcm = wavOf(2, bytesOf(0));
  expect(mendBeat(adpcm)).toBe(adpcm);
  expect(judgeBeat(adpcm)).toEqual({ code: "BEAT_FILE_ODD" });
});

/** An ID3 tag of 1,000 bytes. */
const tag = joinBytes([
  Uint8Array.from(Buffer.from("ID3")),
  bytesOf(3, 0, 0, 0, 0, 7, 0x68),
  new Uint8Array(1_000),
]);

test.each([
  ["an ID3 tag", tag],
  ["zeros", new Uint8Array(5_000)],
])("%s in front of a WAV is left out", async (_, front) => {
  const file = mendBeat(await odd("wav-riff-size-small.wav"));
  expect(mendBeat(joinBytes([front, file]))).toEqual(file);
});

test("a WAV around an MP3 becomes that MP3", async () => {
  const mp3 = await odd("mp3-cbr-lame.mp3");
  const shell = wavOf(0x55, bytesOf(0)).subarray(0, 44);
  expect(mendBeat(joinBytes([shell, mp3]))).toEqual(mp3);
});

test("an MP3 keeps its tag, and loses what looks like a frame in a picture after it", async () => {
  const mp3 = await odd("mp3-cbr-lame.mp3");
  const picture = new Uint8Array(3_000);
  picture.set(mp3.subarray(0, 4), 1_000);
  const file = joinBytes([tag, mp3, picture]);
  expect(judgeBeat(file)).toEqual({ code: "BEAT_FILE_ODD" });
  const mended = mendBeat(file);
  expect(mended).toEqual(joinBytes([tag, mp3]));
  expect(judgeBeat(mended)).toEqual({ format: "mp3", durationMs: 4989 });
});

test("an MP3 whose tag states too small a size loses the tag's rest", async () => {
  const mp3 = await odd("mp3-cbr-lame.mp3");
  const short = tag.slice();
  short.set([0, 0, 0, 100], 6);
  const mended = mendBeat(joinBytes([short, mp3]));
  expect(judgeBeat(mended)).toEqual({ format: "mp3", durationMs: 4989 });
});

test("an MP3 cut inside its first frame begins with the next one", async () => {
  const mp3 = (await odd("mp3-cbr-lame.mp3")).slice(700);
  const judged = judgeBeat(mendBeat(mp3));
  if ("code" in judged) throw new Error(judged.code);
  expect(judged.durationMs).toBeGreaterThan(4_900);
});

test("an MP3 joined from like ones loses the description of its first part", async () => {
  const mp3 = await odd("mp3-cbr-lame.mp3");
  const file = joinBytes([mp3, mp3]);
  expect(judgeBeat(file)).toEqual({ code: "BEAT_FILE_ODD" });
  const mended = mendBeat(file);
  expect(mended.length).toBeLessThan(file.length);
  // The description in the middle plays as 26 ms of silence.
  const durationMs = Math.round(2 * 4989.39 + 26.12);
  expect(judgeBeat(mended)).toEqual({ format: "mp3", durationMs });
});
