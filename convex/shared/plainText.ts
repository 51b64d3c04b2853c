/** Cleans what people type, which is shown among other people's texts. */

/** More marks than any script puts on one letter. */
const MOST_MARKS = 8;

/** Marks that pile up on one letter cover other lines, or make a line too wide to break. */
export const PILE_OF_MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, "u");

const ENDLESS_PILE = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");
/** Control characters other than the line break; tabs become blanks first. */
const CONTROLS = /(?!\n)\p{Cc}/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** Turn the direction of all that follows, unless they are closed. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu;
/** Is drawn as nothing, or as a blank. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/gu;

/**
 * Returns a text of several lines with line breaks as "\n" and without what
 * cannot be seen or stored: control characters and halves of surrogate pairs.
 */
export const cleanText = (text: string): string =>
  wellFormed(text)
    .replace(/\r\n?/g, "\n")
    .replaceAll("\t", " ")
    .replace(CONTROLS, "");

/** Like `cleanText`, in one line, without piles of marks and changes of direction. */
export const cleanLine = (text: string): string =>
  cutPiles(withoutTurns(wellFormed(text).replace(BREAKS, " "))).trim();

/**
 * Like `cleanText`, for paragraphs among other people's texts: without blanks
 * around them, rows of empty lines, piles of marks and changes of direction.
 */
export const cleanParagraphs = (text: string): string =>
  foldBreaks(withoutTurns(cutPiles(cleanText(text)))).trim();

/** Leaves one of several empty lines in a row, so that no text pushes others away. */
export const foldBreaks = (text: string): string => {
  const lines = text.split("\n");
  return foldedLines(text)
    .map((index) => lines[index])
    .join("\n");
};

/** Returns the indexes of the lines that `foldBreaks` keeps. */
export function foldedLines(text: string): number[] {
  const blanks = text.split("\n").map(isBlank);
  return [...blanks.keys()].filter(
    (index) => !(blanks[index] && blanks[index - 1]),
  );
}

/** Removes characters that change the direction of what follows. */
export const withoutTurns = (text: string): string => text.replace(TURNS, "");

const cutPiles = (text: string): string => text.replace(ENDLESS_PILE, "$1");

/** Returns true if there is nothing to see. */
export const isBlank = (text: string): boolean =>
  text.replace(UNSEEN, "").trim() === "";

/** Not every supported browser has `String.prototype.toWellFormed`. */
export const wellFormed = (text: string): string =>
  text.replace(/\p{Cs}/gu, "\uFFFD");
