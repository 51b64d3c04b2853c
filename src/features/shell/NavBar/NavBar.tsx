import { useDisclosure } from "@mantine/hooks";
import { Burger } from "@mantine/core";
import { useEffect } from "react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../../routing/paths";
import { Logo } from "../../../components/Logo/Logo";
import { useIsPainted } from "../../../hooks/useIsPainted";
import { useViewerState } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { NavLinks } from "./NavLinks";
import { Preferences } from "./Preferences";
import classes from "../../../components/bar.module.css";

export function NavBar() {
  const t = useTexts("shell");
  const { appName } = useTexts("common");
  const state = useViewerState();
  const { pathname } = useLocation();
  const isPainted = useIsPainted(); // phones hide these links in a menu
  const [isOpen, { toggle, close }] = useDisclosure(false);

  useEffect(close, [pathname, close]);

  return (
    <header className={classes.bar} data-screen-only>
      <div className={classes.inner}>
        <Link
          to={state.status === "signedIn" ? paths.home : paths.landing}
          className={classes.brand}
        >
          <Logo name={appName} />
        </Link>
        <nav
          id="main-navigation"
          aria-label={t.mainNavigation}
          className={classes.nav}
          data-open={isOpen || undefined}
          onKeyDown={(event) => event.key === "Escape" && close()}
        >
          {isPainted && <NavLinks state={state} />}
        </nav>
        <Preferences />
        <Burger
          className={classes.burger}
          color="var(--gc-haldi)"
          opened={isOpen}
          onClick={toggle}
          aria-label={isOpen ? t.closeMenu : t.openMenu}
          aria-expanded={isOpen}
          aria-controls="main-navigation"
        />
      </div>
    </header>
  );
}
