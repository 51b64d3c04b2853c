import { useAuthActions } from "@convex-dev/auth/react";
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { fieldOfFailure } from "../../components/ProfileFields/profileValues";
import { useFailureText } from "../../hooks/useFailureText";
import { failureCode } from "../../lib/failureText";
import { ownDevice } from "../../lib/ownDevice";
import { useErrorTexts } from "../../hooks/useErrorTexts";
import { useAuthTexts } from "../../texts/useAuthTexts";

/** The parameters of an emailed reset link. */
export interface ResetLink {
  email: string;
  code: string;
}

/** Reads the link from the page's address; null if it is incomplete. */
export function readResetLink(params: URLSearchParams): ResetLink | null {
  const email = params.get("email");
  const code = params.get("code");
  return email === null || code === null ? null : { email, code };
}

/**
 * Why the password was not changed. `isOfPassword` is true if a different password would be
 * accepted.
 */
export interface ResetRefusal {
  message: string;
  isOfPassword: boolean;
}

/**
 * Returns a function that sets a new password and signs this browser out. It resolves to null when
 * done, or to the refusal; it never rejects.
 */
export function useResetPassword(link: ResetLink | null) {
  const reset = useAction(api.account.resetPassword);
  const { signOut } = useAuthActions();
  const t = useAuthTexts();
  const { byCode } = useErrorTexts();
  const failureText = useFailureText();

  return async (newPassword: string): Promise<ResetRefusal | null> => {
    if (link === null) {
      return { message: byCode.RESET_LINK_INVALID, isOfPassword: false };
    }
    try {
      const { code, email } = link;
      await reset({
        code,
        email,
        newPassword,
        device: ownDevice(),
      });
      await signOut();
      return null;
    } catch (error) {
      const message = failureText(error, t.forgot.failed);
      const field = fieldOfFailure(failureCode(error));
      return { message, isOfPassword: field === "password" };
    }
  };
}
