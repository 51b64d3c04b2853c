import { expect, test } from "vitest";
import { prepareShaping } from "./shaping";

const glyphsOf = (art: string) =>
  [...art.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);

async function glyphsIn(text: string) {
  const shape = await prepareShaping([text]);
  return glyphsOf(shape(text).art);
}

test.each([
  ["Devanagari after Latin", "MC ", "वर्षा"],
  ["Devanagari after a number", "97 ", "क्षिति"],
  ["Latin after Devanagari", "वर्षा ", "MC"],
  ["Bengali after Latin", "MC ", "ক্ষ"],
  ["Tamil after Devanagari", "वर्षा ", "கொ"],
])("draws %s like alone", async (_, before, text) => {
  const alone = [...(await glyphsIn(before)), ...(await glyphsIn(text))];
  expect(await glyphsIn(before + text)).toEqual(alone);
});

test.each([
  ["Devanagari", "०१२३४५६७८९"],
  ["Bengali", "০১২৩৪৫৬৭৮৯"],
  ["Tamil", "௦௧௨௩௪௫௬௭௮௯"],
  ["Gujarati", "૦૧૨૩૪૫૬૭૮૯"],
])("draws %s digits in their own shape", async (_, digits) => {
  const latin = await glyphsIn("0123456789");
  const own = await glyphsIn(digits);
  expect(own).toHaveLength(10);
  for (const [value, glyph] of own.entries())
    expect(glyph).not.toBe(latin[value]);
});

test("draws Urdu from right to left, and its numbers and Latin words from left to right", async () => {
  const [one, two] = [await glyphsIn("۱"), await glyphsIn("۲")];
  expect(await glyphsIn("غزل ۱۲ MC")).toEqual([
    ...(await glyphsIn("MC")),
    ...one,
    ...two,
    ...(await glyphsIn("غزل")),
  ]);
});

test("a character that turns the direction cannot hide in a title", async () => {
  expect(await glyphsIn("beat \u202Eabc\u2066")).toEqual(
    await glyphsIn("beat abc"),
  );
});

test("leaves a space between words of two directions", async () => {
  const shape = await prepareShaping(["غزل MC"]);
  const apart = shape("غزل").width + shape("MC").width;
  expect(shape("غزل MC").width).toBeGreaterThan(apart + 0.1);
});
