"use node";

import type { FontName } from "./readFont";

/** Neighbouring characters of one script, all drawn with one font. */
export interface FontRun {
  readonly font: FontName;
  readonly text: string;
}

/** Returns whether a font can draw every character of a text. */
export type Covers = (font: FontName, text: string) => boolean;

/**
 * The scripts and their fonts. The first script that matches decides. Two
 * scripts may share a font.
 */
const SCRIPTS: readonly (readonly [RegExp, FontName])[] = [
  [/[०-९]/u, "devanagariDigits"],
  [/[\p{scx=Devanagari}--\p{Script=Common}--\p{Script=Inherited}]/v, "display"],
  [/\p{Script=Latin}/u, "display"],
  [/\p{Script=Bengali}/u, "bengali"],
  [/\p{Script=Gujarati}/u, "gujarati"],
  [/\p{Script=Gurmukhi}/u, "gurmukhi"],
  [/\p{Script=Kannada}/u, "kannada"],
  [/\p{Script=Malayalam}/u, "malayalam"],
  [/\p{Script=Oriya}/u, "odia"],
  [/\p{Script=Tamil}/u, "tamil"],
  [/\p{Script=Telugu}/u, "telugu"],
  [/\p{Script=Arabic}/u, "arabic"],
  [/\p{Script=Meetei_Mayek}/u, "meeteiMayek"],
  [/\p{Script=Ol_Chiki}/u, "olChiki"],
];

/**
 * Characters that change how others are drawn and need no glyph of their own:
 * accents that no letter has absorbed, variation selectors, skin tones, flags,
 * tags and control characters. The joiners stay, because shaping needs them.
 */
const WITHOUT_GLYPH =
  /[\u0300-\u036F\uFE00-\uFE0F\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}\u{E0000}-\u{E01EF}\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** More characters than any real cluster has, such as a long conjunct or a family. */
const LONGEST_CLUSTER = 16;

const segmenter = new Intl.Segmenter("hi", { granularity: "grapheme" });

/** Splits a text into the units that readers count as one character. */
export const clustersOf = (text: string): string[] =>
  Array.from(
    segmenter.segment(text.normalize("NFC")),
    ({ segment }) => segment,
  );

/** The fonts that a text may need, which `splitByFont` can then choose from. */
export function fontsOf(text: string): FontName[] {
  const fonts = SCRIPTS.flatMap(([script, font]) =>
    script.test(text) ? [font] : [],
  );
  return [...new Set<FontName>(["display", ...fonts])];
}

interface ScriptRun {
  readonly font: FontName;
  /**
   * Index in SCRIPTS; -1 for characters before the first letter of a script.
   */
  script: number;
  text: string;
}

/**
 * Divides a text into runs of one font and one script, because HarfBuzz shapes
 * every run by the rules of a single script. Each group of characters that no
 * font has becomes one ellipsis, so that a missing character is never an empty
 * box.
 */
export function splitByFont(text: string, covers: Covers): FontRun[] {
  const runs: ScriptRun[] = [];
  let wasMissing = false;
  for (const whole of clustersOf(text)) {
    const cluster = drawable(whole);
    if (cluster === "") continue;
    const script = SCRIPTS.findIndex(([letters]) => letters.test(cluster));
    const found = findFont(cluster, script, { last: runs.at(-1), covers });
    if (found === null && wasMissing) continue;
    wasMissing = found === null;
    append(runs, found ?? { font: "display", script: -1, text: "…" });
  }
  return runs.map(({ font, text: own }) => ({ font, text: own }));
}

function append(runs: ScriptRun[], next: ScriptRun) {
  const last = runs.at(-1);
  const isSame =
    last?.font === next.font &&
    (next.script === -1 || last.script === -1 || last.script === next.script);
  if (!isSame) return runs.push(next);
  last.text += next.text;
  last.script = Math.max(last.script, next.script);
  return runs.length;
}

const drawable = (cluster: string) =>
  [...cluster].slice(0, LONGEST_CLUSTER).join("").replace(WITHOUT_GLYPH, "");

/** Finds a font for a cluster or, if there is none, for its letter without accents. */
function findFont(
  cluster: string,
  script: number,
  { last, covers }: { last: ScriptRun | undefined; covers: Covers },
): ScriptRun | null {
  const own = SCRIPTS[script]?.[1];
  const neutral = [last?.font ?? "display", "display"] as const;
  const fonts = own ? [own] : neutral;
  for (const text of [cluster, withoutAccents(cluster)]) {
    const font = text !== "" && fonts.find((name) => covers(name, text));
    if (font) return { font, script, text };
  }
  return null;
}

const withoutAccents = (cluster: string) =>
  /\p{Script=Latin}/u.test(cluster)
    ? cluster.normalize("NFD").replace(/\p{M}/gu, "")
    : "";
