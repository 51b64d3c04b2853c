import { useAuthActions } from "@convex-dev/auth/react";
import { useNavigate } from "react-router-dom";
import { reportFailure } from "../lib/reportFailure";
import { signingOut } from "../lib/signingOut";
import { forgetSession } from "../lib/storedSession";
import { keepTarget } from "../routing/keptTarget";
import { paths } from "../routing/paths";
import { useTexts } from "../texts/TextsProvider";

const NOWHERE = { state: null, search: "" };

/**
 * Returns a function that signs out and opens the login page. It discards the return targets, so the
 * next login does not lead back here, and no mailed link to where this person wanted to go.
 */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useAuthActions();
  const navigate = useNavigate();
  const { signOutFailed } = useTexts("shell");

  return async () => {
    // The server cannot be told now, and whoever gives a phone back does not wait for it.
    if (!navigator.onLine) {
      forgetSession();
      keepTarget(NOWHERE);
      return window.location.assign(paths.login);
    }
    // The pages know that the session ended before this function goes on.
    signingOut.begin();
    try {
      await signOut();
      keepTarget(NOWHERE);
      void navigate(paths.login, { replace: true, state: null });
    } catch (error) {
      signingOut.end();
      reportFailure(error, signOutFailed);
    }
  };
}
