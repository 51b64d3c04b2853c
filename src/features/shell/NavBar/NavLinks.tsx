import { NavLink } from "react-router-dom";
import { useSignOut } from "../../../hooks/useSignOut";
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
        <li key={to} data-to={to}>
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
