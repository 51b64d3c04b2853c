import { useAuthActions } from "@convex-dev/auth/react";
import { useAction } from "convex/react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { useFailureText } from "../../../hooks/useFailureText";
import { failureCode } from "../../../lib/failureText";
import { paths } from "../../../routing/paths";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";

/** Why the account was not deleted. */
interface Refusal {
  message: string;
  /** True if a different password would be accepted. */
  isOfPassword: boolean;
}

/**
 * Returns a function that asks to delete the account, signs this browser out
 * and shows the date. It resolves to the refusal, if any, and never rejects.
 * The server ends the session before it answers: `onDeleting` is called with
 * true first, and with false after a refusal.
 */
export function useDeleteAccount(onDeleting: (isDeleting: boolean) => void) {
  const t = useLeavingTexts().remove;
  const deleteAccount = useAction(api.leaving.deleteAccount);
  const { signOut } = useAuthActions();
  const navigate = useNavigate();
  const failureText = useFailureText();

  return async (password: string): Promise<Refusal | null> => {
    onDeleting(true);
    try {
      const { dueAt } = await deleteAccount({ password });
      void navigate(paths.leave, { replace: true, state: { dueAt } });
      await signOut();
      return null;
    } catch (error) {
      onDeleting(false);
      const message = failureText(error, t.failed);
      const isOfPassword = failureCode(error) === "PASSWORD_WRONG";
      return { message, isOfPassword };
    }
  };
}
