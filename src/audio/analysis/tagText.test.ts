import { expect, test } from "vitest";
import { tagText } from "./tagText";

/** A tag with a comment in front of a title. */
function tagged(title: readonly number[], version = 4): Uint8Array {
  const frame = (name: string, content: readonly number[]) => [
    ...[...name].map((letter) => letter.charCodeAt(0)),
    ...[0, 0, 0, content.length, 0, 0],
    ...content,
  ];
  const body = [...frame("COMM", [0, 65, 66]), ...frame("TIT2", title)];
  return Uint8Array.from([
    ...[0x49, 0x44, 0x33, version, 0, 0],
    ...[0, 0, body.length >> 7, body.length & 127],
    ...body,
  ]);
}

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const utf16 = (text: string, isBig: boolean) =>
  [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    const pair = [code & 255, code >> 8];
    return isBig ? pair.reverse() : pair;
  });

test.each([
  ["UTF-8", [3, ...utf8("रात 97")], "रात 97"],
  [
    "UTF-16 that says its order",
    [1, 0xff, 0xfe, ...utf16("रात", false)],
    "रात",
  ],
  ["UTF-16 in the other order", [1, 0xfe, 0xff, ...utf16("रात", true)], "रात"],
  ["UTF-16 without a mark", [2, ...utf16("रात", true)], "रात"],
  ["Latin-1", [0, 67, 97, 102, 0xe9], "Café"],
  ["UTF-8 that claims to be Latin-1", [0, ...utf8("रात")], "रात"],
  ["a closed text", [3, ...utf8(" Raat "), 0], "Raat"],
  [
    "several texts, of which the first counts",
    [3, ...utf8("Raat"), 0, 65],
    "Raat",
  ],
  ["no text", [], ""],
])("reads %s", (_, content, text) => {
  for (const version of [3, 4])
    expect(tagText(tagged(content, version), "TIT2")).toBe(text);
});

test.each([3, 4])(
  "reads a tag of version %i whose bytes are guarded, or that has a second header",
  (version) => {
    const title = [1, 0xff, 0xfe, ...utf16("रात\u0100", false)];
    const guarded = [1, 0xff, 0, 0xfe, ...utf16("रात\u0100", false)];
    const tag = tagged(version === 3 ? title : guarded, version);
    const at = tag.lastIndexOf(0xff) + 1;
    const inside = [...tag.subarray(0, at), 0, ...tag.subarray(at)];
    const made = version === 3 ? Uint8Array.from(inside) : tag;
    made[5] = 0x80;
    made[9] = made.length - 10;
    expect(tagText(made, "TIT2")).toBe("रात\u0100");
    const extra = version === 3 ? [0, 0, 0, 6] : [0, 0, 0, 10];
    const plain = tagged(title, version);
    const extended = Uint8Array.from([
      ...[...plain.subarray(0, 10), ...extra, 0, 0, 0, 0, 0, 0],
      ...plain.subarray(10),
    ]);
    extended[5] = 0x40;
    extended[9] = extended.length - 10;
    expect(tagText(extended, "TIT2")).toBe("रात\u0100");
  },
);

test("reads long titles, and no more than a thousand bytes", () => {
  const name =
    "A beat that says more than sixty-four letters about itself, in full";
  expect(tagText(tagged([3, ...utf8(name)]), "TIT2")).toBe(name);
  const large = new Uint8Array(3_000).fill(65);
  large.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 23, 40]);
  large.set([...utf8("TIT2"), 0, 0, 22, 0, 0, 0, 3], 10);
  expect(tagText(large, "TIT2")).toHaveLength(999);
});

test("a file without a tag has no texts", () => {
  expect(tagText(new Uint8Array(), "TIT2")).toBe("");
  expect(tagText(Uint8Array.from(utf8("RIFF1234WAVEfmt ")), "TIT2")).toBe("");
});
