import { useAuthActions } from "@convex-dev/auth/react";
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { normalizeEmail } from "../../../convex/shared/email";
import { useFailureText } from "../../hooks/useFailureText";
import { useTexts } from "../../texts/TextsProvider";

/** What the mailed link carries. */
export interface ResetLink {
  email: string;
  code: string;
}

export function readResetLink(params: URLSearchParams): ResetLink | null {
  const email = params.get("email");
  const code = params.get("code");
  return email === null || code === null ? null : { email, code };
}

/** Sets the new password and ends this browser's session as well; returns the refusal, or null when done. */
export function useResetPassword(link: ResetLink | null) {
  const reset = useAction(api.account.resetPassword);
  const { signOut } = useAuthActions();
  const t = useTexts("auth");
  const failureText = useFailureText();

  return async (newPassword: string): Promise<string | null> => {
    if (link === null) return t.reset.invalidLink;
    try {
      const { code, email } = link;
      await reset({ code, email: normalizeEmail(email), newPassword });
      await signOut();
      return null;
    } catch (error) {
      return failureText(error, t.forgot.failed);
    }
  };
}
