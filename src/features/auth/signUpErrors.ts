import { checkPassword } from "../../../convex/shared/checkPassword";
import { errorsOf, type FieldErrors } from "../../../convex/shared/checked";
import { checkProfile } from "../../../convex/shared/profileFields";
import { emailError } from "./emailError";
import type { SignUpValues } from "./useSignUp";

export function signUpErrors(values: SignUpValues): FieldErrors<SignUpValues> {
  const email = emailError(values.email);
  const password = checkPassword(values.password);
  return {
    ...(email !== null && { email }),
    ...(password !== null && { password }),
    ...errorsOf(checkProfile(values)),
  };
}
