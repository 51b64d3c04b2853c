/**
 * Parses JSON from untrusted clients. A text of a few megabytes can hold
 * millions of values or levels, and each costs far more than its bytes: first
 * here, then again on its way to the thread that runs functions. So one pass
 * checks the text before it is parsed, without allocating anything.
 */

/**
 * Values may be nested 64 deep; the rest allows for the message around them.
 */
const MAX_DEPTH = 80;
/** Enough for 32 arrays of the maximum length. */
export const MAX_VALUES = 1 << 18;

/**
 * The text is larger or deeper than any legitimate message. It may not even be
 * valid JSON.
 */
export class JsonBoundsError extends Error {
  override readonly name = "JsonBoundsError";
}

/**
 * Parses JSON with at most MAX_VALUES commas and MAX_DEPTH levels.
 * @throws SyntaxError if the text is not JSON
 * @throws JsonBoundsError if it has too many values or levels
 */
export function parseBoundedJson(text: string): unknown {
  requireBounds(text);
  return JSON.parse(text);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

function requireBounds(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COMMA:
        values += 1;
        if (values > MAX_VALUES) {
          throw new JsonBoundsError(
            `A message may have at most ${MAX_VALUES} values.`,
          );
        }
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > MAX_DEPTH) {
          throw new JsonBoundsError(
            `A message may be nested at most ${MAX_DEPTH} deep.`,
          );
        }
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
}

/**
 * Returns the index of the quote that ends the string starting at `start`, or
 * the length of the text if it never ends.
 */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
  } while (isEscaped(text, end));
  return end;
}

/** A quote after an odd number of backslashes is part of the string. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
