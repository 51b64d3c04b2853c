import { useAuthActions } from "@convex-dev/auth/react";
import { paths } from "../../../routing/paths";
import { reportFailure } from "../../../lib/reportFailure";
import { NavLink, useNavigate } from "react-router-dom";
import type { ViewerState } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { navLinks } from "../navLinks";
import classes from "../../../components/bar.module.css";

export function NavLinks({ state }: { state: ViewerState }) {
  const t = useTexts("shell");
  const signOut = useSignOut();

  return (
    <ul className={classes.links}>
      {navLinks(state, t).map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} className={classes.link}>
            {label}
          </NavLink>
        </li>
      ))}
      {state.status === "signedIn" && (
        <li>
          <button
            type="button"
            data-leaves
            className={classes.link}
            onClick={() => void signOut()}
          >
            {t.signOut}
          </button>
        </li>
      )}
    </ul>
  );
}

/**
 * Returns a function that signs out and opens the login page. It discards the return target, so the
 * next login does not lead back here.
 */
function useSignOut(): () => Promise<void> {
  const { signOut } = useAuthActions();
  const navigate = useNavigate();
  const { signOutFailed } = useTexts("shell");

  return async () => {
    try {
      await signOut();
      void navigate(paths.login, { replace: true, state: null });
    } catch (error) {
      reportFailure(error, signOutFailed);
    }
  };
}
