import type { ErrorCode } from "../../shared/messages";
import { checkPassword } from "../../shared/checkPassword";
import { isCommonPassword } from "./isCommonPassword";

/** The person who is choosing the password. */
interface Owner {
  email: string;
  username: string;
}

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

function isNameOf({ email, username }: Owner, password: string): boolean {
  const [mailbox] = email.split("@");
  return [email, mailbox, username].some(
    (name) => name !== undefined && fold(name) === fold(password),
  );
}

/** In any spelling, with or without a number behind it. */
const isNameOfSite = (password: string) =>
  /^(gully|गली)(cypher|साइफ\u093C?र)?\d*$/.test(
    fold(password).replace(/[\s._-]/g, ""),
  );

const fold = (text: string) => text.trim().normalize("NFKC").toLowerCase();
