/** Files that state a length other than the one they play. */
import { expect, test } from "vitest";
import { MAX_VERSE_BYTES } from "../../shared/limits";
import { audioBytes } from "../../testing/test.world";
import { inspectAudio } from "./inspectAudio";

const hex = (digits: string) => Uint8Array.from(Buffer.from(digits, "hex"));
const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
const lengthOf = (bytes: Uint8Array) => inspectAudio(bytes)?.durationMs;

function chunk(name: string, content: Uint8Array): Uint8Array {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(content.length, 4);
  return join(head, content);
}

interface Format {
  tag?: number;
  channels?: number;
  rate?: number;
  blockBytes?: number;
  bits?: number;
}

function format(fields: Format, more = new Uint8Array()): Uint8Array {
  const { tag = 1, channels = 1, rate = 8000, bits = 16 } = fields;
  const { blockBytes = channels * Math.ceil(bits / 8) } = fields;
  const content = Buffer.alloc(16);
  content.writeUInt16LE(tag, 0);
  content.writeUInt16LE(channels, 2);
  content.writeUInt32LE(rate, 4);
  content.writeUInt16LE(blockBytes, 12);
  content.writeUInt16LE(bits, 14);
  return chunk("fmt ", join(content, more));
}

const wav = (...chunks: Uint8Array[]) =>
  join(chunk("RIFF", new Uint8Array()), Buffer.from("WAVE"), ...chunks);
const data = (sizeBytes: number) => chunk("data", new Uint8Array(sizeBytes));

test("a WAV is as long as its samples", () => {
  expect(lengthOf(wav(format({}), data(16_000)))).toBe(1000);
  expect(lengthOf(wav(format({ bits: 24 }), data(24_000)))).toBe(1000);
  expect(lengthOf(wav(format({ bits: 12 }), data(16_000)))).toBe(1000);
});

test.each([
  { blockBytes: 60 },
  { blockBytes: 65_535 },
  { blockBytes: 0 },
  { channels: 2, blockBytes: 2 },
  { channels: 0, blockBytes: 2 },
  { bits: 0, blockBytes: 2 },
  { bits: 480 },
])("a WAV with samples of %o is not audio", (fields) => {
  expect(inspectAudio(wav(format(fields), data(16_000)))).toBeNull();
});

test("a WAV that is too short to last a millisecond is not audio", () => {
  expect(inspectAudio(wav(format({ bits: 8 }), data(1)))).toBeNull();
});

test("a WAV is as long as all of its data, in its first format", () => {
  const second = format({ rate: 768_000 });
  const bytes = wav(format({}), second, data(160), data(15_840), second);
  expect(lengthOf(bytes)).toBe(1000);
});

test.each([
  [1, 1000],
  [0x55, undefined], // MP3
])("an extensible WAV of format %i lasts %s ms", (inner, durationMs) => {
  const more = hex("1600100000000000");
  const guid = join(new Uint8Array([inner, 0]), new Uint8Array(14));
  const bytes = wav(format({ tag: 0xfffe }, join(more, guid)), data(16_000));
  expect(lengthOf(bytes)).toBe(durationMs);
});

const SCALE = hex("2ad7b183");

async function webmWithScale(value: string) {
  const bytes = (await audioBytes("verse-2s.webm")).slice();
  const at = Buffer.from(bytes).indexOf(SCALE);
  bytes.set(hex(value), at + SCALE.length);
  return bytes;
}

test("of two time scales of a WebM, the first counts", async () => {
  const info = hex("1549a966" + "87" + "2ad7b183000001");
  const bytes = join(await audioBytes("verse-2s.webm"), info);
  expect(lengthOf(bytes)).toBe(2021);
});

test("a WebM is at least as long as its packets, whatever its times are", async () => {
  expect(lengthOf(await webmWithScale("000001"))).toBeCloseTo(2020, -2);
});

test("a WebM without a time scale above 0 is not audio", async () => {
  expect(inspectAudio(await webmWithScale("000000"))).toBeNull();
});

test("a WebM that hides its packets is not audio", async () => {
  const live = await audioBytes("verse-2s-live.webm");
  const packed = hex("a384" + "8100" + "0002" + "0000");
  const encoded = hex("6d8080");
  for (const part of [packed, encoded]) {
    expect(inspectAudio(join(live, part))).toBeNull();
  }
});

/**
 * All of these but the last two keep Mediabunny, which saves verses, busy for
 * ever.
 */
test.each([
  ["zeros", "00".repeat(8)],
  ["a checksum", "bf88" + "11".repeat(8)],
  ["a list of places without a size", "1c53bb6b00" + "22".repeat(8)],
  ["an element without an end", "bf01ffffffffffffff"],
  ["segments", "18538067ff".repeat(2)],
  ["padding without an end", "ecff"],
  ["a block outside of clusters", "a3848100000080"],
])("a WebM with %s behind its sound is not audio", async (_, more) => {
  const live = await audioBytes("verse-2s-live.webm");
  for (const legal of ["ec8400000000", "1c53bb6b80", "00".repeat(7)])
    expect(inspectAudio(join(live, hex(legal)))).not.toBeNull();
  expect(inspectAudio(join(live, hex(more)))).toBeNull();
});

test("a WebM whose cluster ends inside its blocks is not audio", async () => {
  const bytes = Buffer.from(await audioBytes("verse-2s-live.webm"));
  const size = bytes.lastIndexOf(hex("1f43b675")) + 4;
  bytes[size + 1] = (bytes[size + 1] ?? 0) - 40;
  expect(inspectAudio(new Uint8Array(bytes))).toBeNull();
});

test("a WebM of other sound than Opus has a least length", async () => {
  const bytes = Buffer.from(await audioBytes("verse-2s.webm"));
  bytes.write("A_PCM ", bytes.indexOf("A_OPUS"));
  const padding = hex("ec10e00000"); // an empty element of 14 MB
  const long = join(bytes, padding, new Uint8Array(0xe00000));
  expect(lengthOf(long)).toBeGreaterThan(180_000);
});

test("an Ogg with Opus is at least as long as its packets", async () => {
  const bytes = Buffer.from(await audioBytes("verse-2s.ogg"));
  let at = bytes.indexOf("OggS");
  for (; at !== -1; at = bytes.indexOf("OggS", at + 1)) {
    bytes.writeBigInt64LE(400n, at + 6);
  }
  expect(lengthOf(bytes)).toBeCloseTo(2020, -2);
});

test("an Ogg with Vorbis has a least length", async () => {
  const vorbis = await audioBytes("vorbis.ogg");
  const long = join(new Uint8Array(vorbis), new Uint8Array(MAX_VERSE_BYTES));
  expect(lengthOf(long)).toBeGreaterThan(180_000);
});

test("an MP4 has a least length", async () => {
  const bytes = await audioBytes("verse-2s.mp4");
  const long = join(bytes, new Uint8Array(MAX_VERSE_BYTES));
  expect(lengthOf(long)).toBeGreaterThan(180_000);
});

/** MPEG 1 layer III at 32 kbit/s and 48 kHz: 24 ms. */
const FRAME = join(hex("fffb1400"), new Uint8Array(92));
/** The same frame at 44.1 kHz: 26.1 ms. */
const OTHER_FRAME = join(hex("fffb1000"), new Uint8Array(100));
const times = (count: number, part: Uint8Array) =>
  join(...Array.from({ length: count }, () => part));

test("an MP3 is as long as all of its frames, also those of another kind", () => {
  const frames = join(times(3, FRAME), times(100, OTHER_FRAME));
  expect(lengthOf(frames)).toBe(Math.round(72 + 100 * (1152 / 44.1)));
});

test("an MP3 is as long as all of its frames, also those after other data", () => {
  const gap = new Uint8Array(20_000);
  const same = join(times(3, FRAME), gap, times(50, FRAME));
  expect(lengthOf(same)).toBe(53 * 24);
  const other = join(times(3, FRAME), gap, times(100, OTHER_FRAME));
  expect(lengthOf(other)).toBe(Math.round(72 + 100 * (1152 / 44.1)));
});
