import { useEffect, useState } from "react";
import { Link, NavLink } from "react-router-dom";
import { Icon } from "../../../components/Icon/Icon";
import { useViewerState } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { type BottomLink, bottomLinks } from "../bottomLinks";
import { watchKeyboard } from "../watchKeyboard";
import classes from "./BottomBar.module.css";

/**
 * The most used links of a member, under the thumb on phones. The menu in the header has all links.
 * The bar is hidden while the on-screen keyboard or the record button is shown, and is lower while
 * the mini-player is shown.
 */
export function BottomBar() {
  const t = useTexts("shell");
  const links = bottomLinks(useViewerState(), t);
  const isKeyboardShown = useIsKeyboardShown();
  if (links.length === 0 || isKeyboardShown) return null;
  return (
    <nav
      aria-label={t.bottomNavigation}
      className={classes.bar}
      data-bottom-bar
      data-screen-only
    >
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.to}>
            <Entry link={link} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ link }: { link: BottomLink }) {
  const { to, label, icon, isPage } = link;
  const Element = isPage ? NavLink : Link;
  return (
    <Element to={to} className={classes.link}>
      <Icon name={icon} />
      <span className={classes.label}>{label}</span>
    </Element>
  );
}

function useIsKeyboardShown(): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const { visualViewport } = window;
    if (visualViewport === null) return;
    let stop = () => {};
    // Reading sizes forces a layout, so this waits for the next frame, which does one anyway.
    const frame = requestAnimationFrame(() => {
      stop = watchKeyboard(document, visualViewport, setIsShown);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, []);
  return isShown;
}
