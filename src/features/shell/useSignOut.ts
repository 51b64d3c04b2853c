import { useAuthActions } from "@convex-dev/auth/react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../app/paths";
import { reportFailure } from "../../lib/reportFailure";
import { useTexts } from "../../texts/TextsProvider";

/** Ends the session and goes to the login page, without a memory of where the person was. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useAuthActions();
  const navigate = useNavigate();
  const { signOutFailed } = useTexts("shell");

  return async () => {
    try {
      await signOut();
      await navigate(paths.login, { replace: true, state: null });
    } catch (error) {
      reportFailure(error, signOutFailed);
    }
  };
}
