/**
 * Cleans texts that people type and that are shown among other people's texts.
 */

/** More marks than any script puts on one letter. */
const MOST_MARKS = 8;

/** Marks that pile up on one letter cover other lines, or make a line too wide to break. */
export const PILE_OF_MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, "u");

const ENDLESS_PILE = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");
/** Control characters other than the line break; tabs become blanks first. */
const CONTROLS = /(?!\n)\p{Cc}/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/**
 * Line breaks as programs write them: Word uses one within a paragraph, and
 * some programs have their own.
 */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/**
 * Invisible characters that nobody types, but that come with pasted text and
 * file names.
 */
const UNSEEN_AT_ENDS =
  /[\s\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]/;
/**
 * Characters that change the direction of all following text until they are
 * closed.
 */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu;
/** Half of a surrogate pair, which a cut can leave. */
const HALF_AT_END = /\p{Cs}$/u;
/** Characters that look like nothing, or like a space. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/gu;

/**
 * Returns a text of several lines with line breaks as "\n" and without what
 * cannot be seen or stored: control characters and halves of surrogate pairs.
 */
export const cleanText = (text: string): string =>
  wellFormed(text)
    .replace(LINE_BREAKS, "\n")
    .replaceAll("\t", " ")
    .replace(CONTROLS, "");

/** Like `cleanText`, in one line, without piles of marks and changes of direction. */
export const cleanLine = (text: string): string =>
  trimUnseen(cutPiles(withoutTurns(wellFormed(text).replace(BREAKS, " "))));

/** Like `trim`, but also removes invisible marks. */
export function trimUnseen(text: string): string {
  const isUnseen = (at: number) => UNSEEN_AT_ENDS.test(text.charAt(at));
  let [from, to] = [0, text.length];
  while (from < to && isUnseen(from)) from++;
  while (to > from && isUnseen(to - 1)) to--;
  return text.slice(from, to);
}

/**
 * Like `cleanText`, for paragraphs among other people's texts: without blanks
 * around them, rows of empty lines, piles of marks and changes of direction.
 */
export const cleanParagraphs = (text: string): string =>
  foldBreaks(withoutTurns(cutPiles(cleanText(text)))).trim();

/**
 * Keeps only one of several empty lines in a row, so that no text pushes other
 * texts away.
 */
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

/**
 * Cuts a text to a number of UTF-16 units, without cutting a character in half.
 */
export const cutTo = (text: string, most: number): string =>
  text.slice(0, most).replace(HALF_AT_END, "");

const cutPiles = (text: string): string => text.replace(ENDLESS_PILE, "$1");

/** Returns true if the text has nothing visible. */
export const isBlank = (text: string): boolean =>
  text.replace(UNSEEN, "").trim() === "";

/** Not every supported browser has `String.prototype.toWellFormed`. */
export const wellFormed = (text: string): string =>
  text.replace(/\p{Cs}/gu, "\uFFFD");
