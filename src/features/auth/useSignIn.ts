import { useAuthActions } from "@convex-dev/auth/react";
import { typedEmail } from "../../../convex/shared/email";
import { useFailureText } from "../../hooks/useFailureText";
import { failureCode } from "../../lib/failureText";
import { ownDevice } from "../../lib/ownDevice";
import { useErrorTexts } from "../../hooks/useErrorTexts";
import { useAuthTexts } from "../../texts/useAuthTexts";
import { type SignInFailure, signInFailure } from "./signInFailure";

/**
 * `failure` is null on success; `toActivate` is true if the email is not confirmed yet; `needsCode`
 * is true if the account opens only with a mailed code.
 */
export interface SignInResult {
  failure: string | null;
  toActivate: boolean;
  needsCode?: boolean;
}

/**
 * Returns a function that signs in and resolves to the result. It never rejects. The session itself
 * arrives through `useViewer`.
 */
export function useSignIn() {
  const { signIn } = useAuthActions();
  const t = useAuthTexts().signIn;
  const { byCode } = useErrorTexts();
  const failureText = useFailureText();

  const sentences = {
    ...t,
    invalidCredentials: byCode.INVALID_CREDENTIALS,
    notConfirmed: byCode.EMAIL_NOT_CONFIRMED,
  };
  const textOf = (failure: SignInFailure) =>
    failure.kind === "original" ? failure.message : sentences[failure.kind];

  return async (
    email: string,
    password: string,
    code = "",
  ): Promise<SignInResult> => {
    try {
      const { signingIn } = await signIn("password", {
        flow: "signIn",
        email: typedEmail(email),
        password,
        device: ownDevice(),
        ...(code !== "" && { code }),
      });
      return { failure: signingIn ? null : t.unknown, toActivate: false };
    } catch (error) {
      const reason = failureCode(error) ?? "";
      if (reason.startsWith("SIGN_IN_CODE_")) {
        const failure = failureText(error, t.unknown);
        return { failure, toActivate: false, needsCode: true };
      }
      const ownMessage = error instanceof Error ? error.message : "";
      const failure = signInFailure(failureText(error, ownMessage));
      return {
        failure: textOf(failure),
        toActivate: failure.kind === "notConfirmed",
      };
    }
  };
}
