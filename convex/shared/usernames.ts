export const MAX_USERNAME_LENGTH = 30;

/**
 * 2 to 30 characters. Allows marks, because many scripts need them (the vowel signs of Devanagari).
 */
const USERNAME = /^[\p{L}\p{N}._-][\p{L}\p{M}\p{N}._-]{1,29}$/u;

/**
 * A longer text cannot be a username, because normalising joins at most four
 * characters into one. It is not normalised at all: the cost of that grows with
 * the square of the number of marks.
 */
const MAX_TYPED_LENGTH = 8 * MAX_USERNAME_LENGTH;

/**
 * Letters and marks that render as nothing. A name made of them would look
 * blank.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

export function normalizeUsername(input: string): string {
  const typed = input.trim();
  return typed.length > MAX_TYPED_LENGTH ? typed : typed.normalize("NFC");
}

export const isUsername = (username: string) =>
  username.length <= 2 * MAX_USERNAME_LENGTH &&
  USERNAME.test(username) &&
  !INVISIBLE.test(username);

/**
 * Returns a key that usernames share if they differ in case alone. Converts to
 * upper case first, so that letters with two lower-case forms (σ ς, ß ss) get
 * the same key.
 */
export const foldUsername = (username: string) =>
  username.length > MAX_TYPED_LENGTH
    ? username
    : username.normalize("NFKC").toUpperCase().toLowerCase();
