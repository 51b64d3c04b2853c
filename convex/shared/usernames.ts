export const MIN_USERNAME_LENGTH = 2;
export const MAX_USERNAME_LENGTH = 30;

/** Marks belong to the letters of many scripts (the vowel signs of Devanagari). */
const USERNAME = /^[\p{L}\p{N}._-][\p{L}\p{M}\p{N}._-]{1,29}$/u;

export const normalizeUsername = (input: string) =>
  input.trim().normalize("NFC");

export const isUsername = (username: string) => USERNAME.test(username);

/**
 * What two usernames share when they differ in case alone. Upper case first,
 * so that letters with two lower-case forms (σ ς, ß ss) fall together.
 */
export const foldUsername = (username: string) =>
  username.normalize("NFKC").toUpperCase().toLowerCase();
