/** Files of the largest size that are crafted to keep the inspectors busy. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { MAX_VERSE_BYTES, MEGABYTE } from "../../shared/limits";
import { audioBytes } from "../../testing/test.world";
import { inspectAudio } from "./inspectAudio";
import { OutOfWork, Work } from "../../shared/audio/work";

/**
 * Lower than the budget, to show that the work is linear and does not end only
 * because the budget is spent.
 */
const MOST_STEPS_PER_BYTE = 3.5;
/**
 * Much more than the limit of 200 ms per megabyte, because the machine may be
 * busy.
 */
const MOST_MS = 20_000;

const text = (value: string) => Uint8Array.from(Buffer.from(value, "latin1"));

/** Builds a file of the largest size: a beginning, then one piece repeated. */
function fill(head: Uint8Array, piece: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(MAX_VERSE_BYTES);
  bytes.set(head);
  let end = Math.min(head.length + piece.length, bytes.length);
  bytes.set(piece.subarray(0, end - head.length), head.length);
  while (end < bytes.length) {
    const length = Math.min(end - head.length, bytes.length - end);
    bytes.copyWithin(end, head.length, head.length + length);
    end += length;
  }
  return bytes;
}

const hex = (digits: string) => Uint8Array.from(Buffer.from(digits, "hex"));
const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

const EBML = hex("1a45dfa380");
const SEGMENT = hex("18538067ff");
const FTYP = join(hex("00000008"), text("ftyp"));
const WAVE = join(text("RIFF"), hex("ffffffff"), text("WAVE"));
const OGG = join(text("OggS"), hex("00".repeat(22) + "01ff"), text("OpusHead"));
const box = (size: string, type: string) => join(hex(size), text(type));
/** An MPEG 1 layer III frame at 32 kbit/s and 48 kHz: 96 bytes. */
const FRAME = join(hex("fffb1400"), new Uint8Array(92));

const FILES: Record<string, () => Uint8Array> = {
  "webm: empty codecs": () => fill(EBML, hex("8680")),
  "webm: sound codecs": () => fill(EBML, hex("8682415f")),
  "webm: empty unknown elements": () => fill(EBML, hex("ec80")),
  "webm: empty blocks": () => fill(EBML, hex("a380")),
  "webm: nested segments": () => fill(EBML, SEGMENT),
  "webm: nested clusters that overlap": () => fill(EBML, hex("1f43b675ff")),
  "webm: nested block groups": () => fill(EBML, hex("a0ff")),
  "webm: containers that announce too much": () => fill(EBML, hex("a001ff")),
  "webm: one endless number": () =>
    fill(join(EBML, hex("2ad7b10100000000ffffff")), hex("ff")),
  "webm: endless numbers, again and again": () =>
    fill(EBML, join(hex("e74400"), new Uint8Array(1024))),
  "mp4: empty boxes": () => fill(FTYP, box("00000008", "free")),
  "mp4: long empty boxes": () =>
    fill(FTYP, join(box("00000001", "free"), hex("0000000000000010"))),
  "mp4: empty movies and data": () =>
    fill(FTYP, join(box("00000008", "moov"), box("00000008", "mdat"))),
  "mp4: a movie of nested movies": () =>
    fill(join(FTYP, box("00000008", "mdat")), box("00e00000", "moov")),
  "mp4: boxes to the end of the file": () =>
    fill(FTYP, box("00000000", "moov")),
  "mp4: boxes of no size": () => fill(FTYP, box("00000007", "moov")),
  "mp4: a movie full of beginnings": () =>
    fill(
      join(FTYP, box("00000009", "mdat"), hex("00"), box("00e00000", "moov")),
      text("souvid"),
    ),
  "ogg: pages without an end": () => fill(OGG, text("OggS")),
  "ogg: pages of negative time": () =>
    fill(OGG, join(text("OggS"), hex("0000ffffffffffffffff"))),
  "ogg: nothing but letters": () => fill(OGG, text("Ogg")),
  "wav: empty chunks": () => fill(WAVE, join(text("junk"), hex("00000000"))),
  "wav: empty formats": () => fill(WAVE, join(text("fmt "), hex("00000000"))),
  "mp3: empty tags": () => fill(new Uint8Array(), hex("49443303000000000000")),
  "mp3: tags and nothing": () => fill(hex("49443303000000000000"), text("ID3")),
  "mp3: frames": () => fill(new Uint8Array(), FRAME),
  "mp3: frames far apart": () =>
    fill(join(FRAME, FRAME, FRAME), join(FRAME, new Uint8Array(8000))),
  "mp3: almost frames far apart": () =>
    fill(
      join(FRAME, FRAME, FRAME),
      join(FRAME, new Uint8Array(8000).fill(0xff)),
    ),
  "all: nothing but zeros": () => new Uint8Array(MAX_VERSE_BYTES),
  "all: nothing but ones": () => new Uint8Array(MAX_VERSE_BYTES).fill(0xff),
};

test.each(Object.entries(FILES))("bounds the work for %s", (_, make) => {
  const bytes = make();
  const work = new Work(bytes.length);
  const startedAtMs = performance.now();
  inspectAudio(bytes, work);
  expect(performance.now() - startedAtMs).toBeLessThan(MOST_MS);
  expect(work.steps).toBeLessThan(MOST_STEPS_PER_BYTE * bytes.length);
});

test("inspects codecs and blocks in place, without copying or decoding each", () => {
  const views = vi.spyOn(Uint8Array.prototype, "subarray");
  const decoded = vi.spyOn(TextDecoder.prototype, "decode");
  for (const element of ["8680", "8682415f", "a380", "a180", "ec80"]) {
    const bytes = fill(EBML, hex(element)).slice(0, 65_536);
    views.mockClear();
    inspectAudio(bytes);
    expect(views.mock.calls.length).toBeLessThan(100);
    expect(decoded).not.toHaveBeenCalled();
  }
  vi.restoreAllMocks();
});

const SOUNDS = [
  "verse-2s-live.webm",
  "verse-2s.ogg",
  "verse-2s.mp4",
  "beat-97bpm-short-2s.mp3",
  "beat-97bpm-pcm16-mono-short.wav",
];

test.each(SOUNDS)(
  "the work for pieces of %s, in any order and number, is bounded by their length",
  async (name) => {
    const file = await audioBytes(name);
    const piece = fc
      .tuple(fc.nat(file.length), fc.nat(64))
      .map(([at, length]) => file.subarray(at, at + length));
    fc.assert(
      fc.property(fc.nat(200), fc.array(piece), (kept, pieces) => {
        const head = join(file.subarray(0, kept), ...pieces);
        const bytes = fill(head, join(...pieces, hex("00"))).subarray(
          0,
          MEGABYTE / 8,
        );
        const work = new Work(bytes.length);
        inspectAudio(bytes, work);
        const most = MOST_STEPS_PER_BYTE * bytes.length + 50_000;
        expect(work.steps).toBeLessThan(most);
      }),
      { numRuns: 25, seed: 97 },
    );
  },
);

test("an inspection that exceeds its budget stops and finds nothing", async () => {
  const bytes = await audioBytes("verse-2s.webm");
  expect(inspectAudio(bytes)).not.toBeNull();
  const work = new Work(bytes.length);
  expect(() => work.spend(1e9)).toThrow(OutOfWork);
  expect(inspectAudio(bytes, work)).toBeNull();
});
