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
 * Returns a function that signs out and opens the login page. It discards the return targets, so
 * that neither the next login nor a mailed link leads to the page that this person wanted to see.
 */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useAuthActions();
  const navigate = useNavigate();
  const { signOutFailed } = useTexts("shell");

  return async () => {
    // The server cannot be told without a connection, and a person who gives a phone back should
    // not wait for one.
    if (!navigator.onLine) {
      forgetSession();
      keepTarget(NOWHERE);
      return window.location.assign(paths.login);
    }
    // `begin` tells pages that the sign-out is intended: they notice the end of the session before
    // `signOut` resolves.
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
