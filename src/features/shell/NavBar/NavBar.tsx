import { useDisclosure } from "@mantine/hooks";
import { Burger } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../../routing/paths";
import { Logo } from "../../../components/Logo/Logo";
import { useDismissal } from "../../../hooks/useDismissal";
import { useIsPainted } from "../../../hooks/useIsPainted";
import { isMember, useViewerState } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { BellLink } from "../../bell/BellLink/BellLink";
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

  const bar = useRef<HTMLElement>(null);
  const burger = useRef<HTMLButtonElement>(null);
  useDismissal(isOpen, { area: bar, opener: burger }, close);

  return (
    <header ref={bar} className={classes.bar} data-screen-only>
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
        >
          {isPainted && <NavLinks state={state} />}
        </nav>
        {isMember(state) && <BellLink />}
        <Preferences />
        <Burger
          ref={burger}
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
