import passwords from "@zxcvbn-ts/language-common/src/passwords.json";

/** Keyboard rows and alphabets, forwards and backwards. */
const RUNS = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl",
  "zxcvbnm",
].flatMap((run) => [run, Array.from(run).reverse().join("")]);

const REPEATED = /^(.{1,6}?)\1+$/u;
/** Dates and PINs. */
const FEW_DIGITS = /^\d{1,8}$/;

let common: ReadonlySet<string> | null = null;

/**
 * Returns whether an attacker would guess the password early: it is one of the
 * 49,000 most common leaked passwords, or follows a simple pattern. The list
 * holds words only, so the patterns cover digits, repetitions and keyboard
 * runs.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  if (FEW_DIGITS.test(text) || REPEATED.test(text)) return true;
  if (RUNS.some((run) => run.includes(text))) return true;
  common ??= new Set(passwords);
  return common.has(text);
}
