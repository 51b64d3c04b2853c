import type { AuthTexts } from "../../texts/useAuthTexts";
import {
  type FieldErrors,
  profileErrors,
} from "../../components/ProfileFields/profileValues";
import { emailError } from "./emailError";
import { passwordError } from "./passwordError";
import type { SignUpValues } from "./useSignUp";

export function signUpErrors(
  values: SignUpValues,
  t: AuthTexts,
): FieldErrors<SignUpValues> {
  const email = emailError(values.email, t);
  const password = passwordError(values.password, t);
  return {
    ...(email !== null && { email }),
    ...(password !== null && { password }),
    ...profileErrors(values, t),
  };
}
