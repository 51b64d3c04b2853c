import { appFile, type View } from "./view";

/**
 * The app's fonts, which its site serves under names that do not change. Text
 * is drawn in a system font of the same size until they arrive, or for good.
 */
const LATIN =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
const DEVANAGARI =
  "U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+20A8,U+20B9,U+20F0,U+25CC,U+A830-A839,U+A8E0-A8FF,U+11B00-11B09";

/**
 * The last font in the list of faces is large, so devices that have one of
 * these fonts do not load it.
 */
const SYSTEM_FONTS = [
  "Noto Sans Devanagari",
  "NotoSansDevanagari-Regular",
  "Kohinoor Devanagari",
  "Nirmala UI",
]
  .map((name) => `local("${name}"),`)
  .join("");

/**
 * Each face: family, script, weight of the file, weight that it serves, and the
 * fonts to try before it. A face for a range of weights would hide the other
 * scripts' faces for single ones.
 */
const FACES = [
  ["Teko", "latin", 500, 500, ""],
  ["Teko", "latin", 700, 700, ""],
  ["Teko", "devanagari", 700, 700, ""],
  ["Mukta", "latin", 400, 400, ""],
  ["Mukta", "latin", 600, 600, ""],
  ["Mukta", "devanagari", 400, 400, SYSTEM_FONTS],
  ["Mukta", "devanagari", 400, 600, SYSTEM_FONTS],
] as const;

/** Returns the `@font-face` rules for fonts of the site that shows this page. */
export function fontFaces(view: View): string {
  return FACES.map(([family, script, fileWeight, weight, local]) => {
    const file = `${family.toLowerCase()}-${script}-${fileWeight}.woff2`;
    const url = appFile(view, `/fonts/${file}`);
    const range = script === "latin" ? LATIN : DEVANAGARI;
    return `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:${local}url("${url}") format("woff2");unicode-range:${range}}`;
  }).join("");
}
