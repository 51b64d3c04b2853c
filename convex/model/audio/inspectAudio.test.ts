import * as fc from "fast-check";
import { expect, test } from "vitest";
import { audioBytes } from "../../testing/test.world";
import { inspectAudio } from "./inspectAudio";

test.each([
  ["beat-97bpm-short-2s.mp3", "mp3", 2508],
  ["beat-vbr-2s-id3art.mp3", "mp3", 2038],
  ["truncated.mp3", "mp3", 12121],
  ["beat-97bpm-pcm16-mono-short.wav", "wav", 2474],
  ["verse-2s.webm", "webm", 2021],
  ["verse-2s-live.webm", "webm", 2021],
  ["verse-2s.ogg", "ogg", 2000],
  ["vorbis.ogg", "ogg", 2474],
  ["verse-2s.mp4", "mp4", 2000],
  ["verse-2s-fragmented.mp4", "mp4", null],
])("recognises %s as %s of %s ms", async (name, format, durationMs) => {
  expect(inspectAudio(await audioBytes(name))).toEqual({ format, durationMs });
});

test.each(["png-renamed.mp3", "exe-renamed.mp3", "empty.wav", "LICENSES.md"])(
  "%s is not audio",
  async (name) => {
    expect(inspectAudio(await audioBytes(name))).toBeNull();
  },
);

test.each([
  ["beat-97bpm-pcm16-mono-short.wav", 44],
  ["verse-2s.ogg", 100],
  ["verse-2s.webm", 200],
  ["verse-2s.mp4", 48],
  ["beat-97bpm-short-2s.mp3", 500],
])("the beginning of %s alone holds no sound", async (name, length) => {
  const bytes = await audioBytes(name);
  expect(inspectAudio(bytes.subarray(0, length))).toBeNull();
});

const SHORT_WAV = "beat-97bpm-pcm16-mono-short.wav";
const RATE_AT = 24;
const BYTE_RATE_AT = 28;

async function wavWith(at: number, value: number) {
  const bytes = (await audioBytes(SHORT_WAV)).slice();
  new DataView(bytes.buffer).setUint32(at, value, true);
  return inspectAudio(bytes);
}

test.each([0, 1, 0xffffffff])(
  "a WAV is as long as it plays, if it states %d bytes per second",
  async (value) => {
    expect(await wavWith(BYTE_RATE_AT, value)).toEqual({
      format: "wav",
      durationMs: 2474,
    });
  },
);

test.each([0, 2_999, 768_001, 0xffffffff])(
  "a WAV with %d samples per second is not audio",
  async (value) => {
    expect(await wavWith(RATE_AT, value)).toBeNull();
  },
);

test("finds the sound after an ID3 tag of one megabyte", async () => {
  const tag = new Uint8Array(10 + 2 ** 20);
  tag.set([0x49, 0x44, 0x33, 3, 0, 0, 0, 0x40, 0, 0]);
  const sound = await audioBytes("beat-97bpm-short-2s.mp3");
  const bytes = new Uint8Array([...tag, ...sound]);
  expect(inspectAudio(bytes)).toEqual({ format: "mp3", durationMs: 2508 });
});

const FILES = [
  "verse-2s.webm",
  "verse-2s.ogg",
  "verse-2s.mp4",
  "verse-2s-fragmented.mp4",
  "beat-97bpm-short-2s.mp3",
];

test("never throws and never returns a negative length, whatever the bytes", async () => {
  const files = await Promise.all(FILES.map(audioBytes));
  const flaw = fc.record({
    at: fc.nat(3000),
    byte: fc.integer({ min: 0, max: 255 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(flaw), (file, flaws) => {
      const bytes = file.slice();
      for (const { at, byte } of flaws) bytes[at] = byte;
      const found = inspectAudio(bytes);
      expect(found?.durationMs ?? 0).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 300, seed: 97 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(() => inspectAudio(bytes)).not.toThrow();
    }),
    { seed: 97 },
  );
});
