import { trimUnseen } from "./plainText.ts";

export const MAX_USERNAME_LENGTH = 30;

/**
 * 2 to 30 characters. Allows marks, because many scripts need them (the vowel signs of Devanagari).
 */
const USERNAME = /^[\p{L}\p{N}._-][\p{L}\p{M}\p{N}._-]{1,29}$/u;

/**
 * A text longer than this cannot be a username, because normalising joins at
 * most four characters into one. It is not normalised at all, because the cost
 * of normalising grows with the square of the number of marks.
 */
const MAX_TYPED_LENGTH = 8 * MAX_USERNAME_LENGTH;

/**
 * Letters and marks that render as nothing. A name made of them would look
 * blank.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * U+200C and U+200D choose between forms of letters. They are drawn as nothing,
 * but words are misspelt without them: Bengali র‍্যা, Sinhala ක්‍රි, Urdu نی‌.
 * They stand in three places: after a virama, between RA and its virama, and
 * (U+200C alone) between Arabic letters.
 */
const JOINERS = /[\u200C\u200D]/g;
const VIRAMA =
  /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\uA8C4\uAAF6\uABED\u{110B9}\u{11133}\u{1134D}\u{11442}\u{114C2}\u{1163F}]/u;
const RA =
  /[\u0930\u09B0\u09F0\u0A30\u0AB0\u0B30\u0BB0\u0C30\u0CB0\u0D30\u0DBB]/u;
const ARABIC = /(?=[\p{L}\p{M}])\p{Script_Extensions=Arabic}/u;
const PLACES_OF_JOINERS = [
  new RegExp(`(${RA.source})[\\u200C\\u200D](?=${VIRAMA.source})`, "gu"),
  new RegExp(`(${VIRAMA.source})[\\u200C\\u200D]`, "gu"),
  new RegExp(`(${ARABIC.source})\\u200C(?=${ARABIC.source})`, "gu"),
];

/** Letters without a vowel, by the consonant that older keyboards write with a virama and U+200D. */
const DEAD_LETTERS: Readonly<Record<string, string>> = {
  ...{ ൺ: "ണ്", ൻ: "ന്", ർ: "ര്", ൽ: "ല്", ൾ: "ള്", ൿ: "ക്" },
  ...{ "\u0D54": "മ്", "\u0D55": "യ്", "\u0D56": "ഴ്", ৎ: "ত্" },
};
const DEAD_LETTER = new RegExp(`[${Object.keys(DEAD_LETTERS).join("")}]`, "gu");

export function normalizeUsername(input: string): string {
  const typed = trimUnseen(input);
  return typed.length > MAX_TYPED_LENGTH ? typed : typed.normalize("NFC");
}

/**
 * Returns a name without the joiners that its script needs. Other joiners stay.
 */
export const withoutJoiners = (username: string): string =>
  PLACES_OF_JOINERS.reduce(
    (name, place) => name.replace(place, "$1"),
    username,
  );

export function isUsername(username: string): boolean {
  if (username.length > MAX_TYPED_LENGTH) return false;
  const seen = withoutJoiners(username);
  return (
    seen.length <= 2 * MAX_USERNAME_LENGTH &&
    USERNAME.test(seen) &&
    !INVISIBLE.test(seen)
  );
}

/**
 * Returns a key that usernames share if they differ in case alone, or in how a
 * keyboard writes the same letters: with and without joiners. Converts to upper
 * case first, so that letters with two lower-case forms (σ ς, ß ss) get the same
 * key.
 */
export const foldUsername = (username: string): string =>
  username.length > MAX_TYPED_LENGTH
    ? username
    : username
        .replace(JOINERS, "")
        .normalize("NFKC")
        .replace(DEAD_LETTER, (letter) => DEAD_LETTERS[letter] ?? letter)
        .toUpperCase()
        .toLowerCase();
