import type { ErrorCode } from "../../shared/messages";
import { checkPassword } from "../../shared/checkPassword";
import { isCommonPassword } from "./isCommonPassword";

/** The person who is choosing the password. */
interface Owner {
  email: string;
  username: string;
}

/** Shorter names are in many passwords by chance. */
const SHORTEST_STEM = 3;

/**
 * Checks a new password, and returns the first problem or null. Do not use it
 * at sign-in: passwords chosen under older rules must keep working.
 */
export function checkNewPassword(
  password: string,
  owner: Owner,
): ErrorCode | null {
  const lengthError = checkPassword(password);
  if (lengthError) return lengthError;
  if (isNameOf(owner, password)) return "PASSWORD_IS_NAME";
  const isCommon = isCommonPassword(password) || isNameOfSite(password);
  return isCommon ? "PASSWORD_COMMON" : null;
}

/**
 * Returns whether the password is the owner's address, mailbox or username, in
 * any spelling and with or without a number at the end.
 */
function isNameOf({ email, username }: Owner, password: string): boolean {
  const [mailbox = ""] = email.split("@");
  const names = [email, mailbox, username];
  return names.some(
    (name) =>
      fold(name) === fold(password) ||
      (stem(name).length >= SHORTEST_STEM && stem(name) === stem(password)),
  );
}

const isNameOfSite = (password: string) =>
  /^(gully|गली)(cypher|साइफ\u093C?र)?$/.test(stem(password));

/** Folds a text, and drops punctuation, spaces and a number at the end. */
const stem = (text: string) =>
  fold(text)
    .replace(/[\s._+@!-]/g, "")
    .replace(/\d+$/, "");

const fold = (text: string) => text.trim().normalize("NFKC").toLowerCase();
