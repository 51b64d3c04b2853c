import { expect, test } from "vitest";
import { drawPreview } from "./drawPreview";
import { fitText } from "./fitText";
import { prepareShaping } from "./shaping";
import { splitByFont } from "./splitByFont";

const glyphsOf = (art: string) =>
  [...art.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);

test.each([
  ["Devanagari", "क्ष", 1],
  ["Devanagari", "ज्ञ", 1],
  ["Bengali", "ক্ষ", 1],
  ["Tamil", "ஸ்ரீ", 1],
  ["Telugu", "క్ష", 1],
  ["Kannada", "ಕ್ಷ", 1],
  ["Malayalam", "ൻ", 1],
  ["Malayalam", "ക്ഷ", 1],
  ["Gujarati", "ક્ષ", 1],
  ["Odia", "କ୍ଷ", 1],
])("joins the %s conjunct %s", async (_, text, count) => {
  const shape = await prepareShaping([text]);
  expect(glyphsOf(shape(text).art)).toHaveLength(count);
});

test.each([
  ["Devanagari", "क", "कि"],
  ["Bengali", "ক", "কি"],
  ["Tamil", "க", "கொ"],
  ["Malayalam", "ക", "കൊ"],
  ["Gujarati", "ક", "કિ"],
  ["Gurmukhi", "ਕ", "ਕਿ"],
  ["Odia", "କ", "କେ"],
])("draws the %s vowel before %s in %s", async (_, letter, syllable) => {
  const shape = await prepareShaping([syllable]);
  const [base] = glyphsOf(shape(letter).art);
  expect(glyphsOf(shape(syllable).art).indexOf(base)).toBe(1);
});

test.each([
  "বাংলা",
  "தமிழ்",
  "తెలుగు",
  "ಕನ್ನಡ",
  "മലയാളം",
  "ગુજરાતી",
  "ਪੰਜਾਬੀ",
  "ଓଡ଼ିଆ",
  "हिन्दी",
  "اردو",
  "ᱥᱟᱱᱛᱟᱲᱤ",
  "ꯃꯤꯇꯩ",
  "Čaukhaṭ ñ 97",
])("has a glyph for every character of %s", async (text) => {
  const shape = await prepareShaping([text]);
  const [ellipsis] = glyphsOf(shape("…").art);
  expect(glyphsOf(shape(text).art)).not.toContain(ellipsis);
});

test("unknown characters become one ellipsis, and never a box", () => {
  const covers = (_: string, text: string) => /^[a-z …]+$/.test(text);
  const runs = splitByFont("beat 日本語 tape", covers);
  expect(runs).toEqual([{ font: "display", text: "beat … tape" }]);
});

test("accents without a letter, flags and skin tones need no glyph, and an emoji is an ellipsis", () => {
  const covers = (_: string, text: string) => text === "Z";
  const text = `Z${"\u0316".repeat(50)}🇮🇳👍🏽`;
  expect(splitByFont(text, covers)).toEqual([{ font: "display", text: "Z…" }]);
});

const SIZES = [
  { size: 74, lines: 2 },
  { size: 60, lines: 2 },
];

test.each([
  ["100 emoji", "🔥".repeat(100)],
  ["one long word", "M".repeat(100)],
  ["many words", "the lanes of the city ".repeat(5)],
  ["conjuncts", "क्षत्रिय".repeat(12)],
  ["combining marks", `ক্${"ি".repeat(98)}`],
])("keeps %s within its box", async (_, text) => {
  const shape = await prepareShaping([text]);
  const { size, lines } = fitText(text, { width: 720, sizes: SIZES }, shape);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(2);
  for (const { width } of lines) expect(width * size).toBeLessThanOrEqual(720);
});

test("ends what does not fit with an ellipsis", async () => {
  const shape = await prepareShaping(["M"]);
  const { lines } = fitText(
    "M".repeat(100),
    { width: 720, sizes: SIZES },
    shape,
  );
  const [ellipsis] = glyphsOf(shape("…").art);
  expect(glyphsOf(lines.at(-1)?.art ?? "").at(-1)).toBe(ellipsis);
});

test.each([
  ["an ordinary title", "क्षितिज Lanes of the city", false],
  ["a title as long as it fits", "M".repeat(100), false],
  ["a tower of accents", `ب${"\u064B".repeat(15)}`, true],
  ["a letter in many parts", "ௌ".repeat(16), true],
])("cuts off %s only if it leaves the label", async (_, title, isCut) => {
  const rest = { beatId: "beat", rapperId: null, names: [], state: "" };
  const svg = await drawPreview({ title, ...rest });
  expect(svg.includes("clip-path")).toBe(isCut);
});

test("contains no text of people, only outlines", async () => {
  const facts = {
    beatId: `"><script>`,
    rapperId: null,
    title: `<script>alert("x")</script>`,
    names: [`"onload="`, ""],
    state: "]]>",
  };
  const svg = await drawPreview(facts);
  expect(svg).not.toMatch(/script|alert|onload|NaN|undefined/);
  expect(await drawPreview(facts)).toBe(svg);
});
