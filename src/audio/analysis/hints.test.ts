import { expect, test } from "vitest";
import { hintsIn, hintsInTag } from "./hints";

test.each([
  ["night_140bpm_Fmin.wav", 140, "F minor"],
  ["Gully 92.5 BPM (Bb minor).mp3", 92.5, "A# minor"],
  ["BPM_88-F#m.mp3", 88, "F# minor"],
  ["raat 97bpm C sharp major.wav", 97, "C# major"],
  ["Cbmaj 100bpm.mp3", 100, "B major"],
  ["dark-dmin-150-bpm.mp3", 150, "D minor"],
  ["मेरा बीट 75bpm Am.mp3", 75, "A minor"],
  ["I am a man 2024.mp3", null, null],
  ["Big Mac 808 A mix.mp3", null, null],
  ["1140bpm.mp3", null, null],
  ["999bpm.mp3", null, null],
  ["140.mp3", null, null],
])("'%s' says %s BPM and %s", (name, bpm, key) => {
  expect(hintsIn(name)).toEqual({ bpm, key });
});

/** A tag of version 2.`version` with these frames. */
function tag(version: 3 | 4, frames: Record<string, readonly number[]>) {
  const body = Object.entries(frames).flatMap(([name, content]) => [
    ...[...name].map((letter) => letter.charCodeAt(0)),
    ...[0, 0, 0, content.length, 0, 0],
    ...content,
  ]);
  const size = [0, 0, body.length >> 7, body.length & 127];
  return Uint8Array.from([0x49, 0x44, 0x33, version, 0, 0, ...size, ...body]);
}

const latin = (text: string) => [0, ...new TextEncoder().encode(text)];
const wide = (text: string) => [
  ...[1, 0xff, 0xfe],
  ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0]),
];

test("reads tempo and key from the tags of an MP3", () => {
  const frames = { TIT2: latin("Raat"), TBPM: latin("142"), TKEY: wide("Ebm") };
  for (const version of [3, 4] as const) {
    const found = hintsInTag(tag(version, frames));
    expect(found).toEqual({ bpm: 142, key: "D# minor" });
  }
  const major = hintsInTag(tag(4, { TKEY: latin("A"), TBPM: latin("0") }));
  expect(major).toEqual({ bpm: null, key: "A major" });
});

test("no tag, a broken one and one of another version say nothing", () => {
  const whole = tag(3, { TIT2: latin("Raat"), TBPM: latin("142") });
  const nothing = { bpm: null, key: null };
  for (let length = 0; length < whole.length - 4; length += 1)
    expect(hintsInTag(whole.subarray(0, length))).toEqual(nothing);
  expect(hintsInTag(whole.with(3, 2))).toEqual(nothing);
  expect(hintsInTag(whole.with(17, 255))).toEqual(nothing);
});
