import { type KeyboardEvent, useState } from "react";
import { ColorSchemeSwitch } from "../../../components/ColorSchemeSwitch/ColorSchemeSwitch";
import { LanguageSwitch } from "../../../components/LanguageSwitch/LanguageSwitch";
import { Logo } from "../../../components/Logo/Logo";
import type { ColorScheme } from "../../../lib/colorScheme";
import type { Language } from "../../../texts/language";
import bar from "../../../components/bar.module.css";
import type { LandingTexts } from "../landingTexts";
import { EnterLink } from "./EnterLink";
import classes from "./TopBar.module.css";

export interface TopBarProps {
  texts: LandingTexts;
  language: Language;
  scheme: ColorScheme;
  onLanguageChange: (language: Language) => void;
  onSchemeChange: (scheme: ColorScheme) => void;
}

/**
 * The navigation bar of signed-out visitors, built without the router and Mantine; see `NavBar` for
 * the app's own.
 */
export function TopBar(props: TopBarProps) {
  const { texts, language, scheme, onLanguageChange, onSchemeChange } = props;
  const { shell: t, common } = texts;
  const [isOpen, setIsOpen] = useState(false);
  const links = [
    { to: "/contact", label: t.contactUs },
    { to: "/login", label: t.login },
    { to: "/signup", label: t.createAccount },
  ];

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") setIsOpen(false);
  };

  return (
    <header className={bar.bar} data-screen-only>
      <div className={bar.inner}>
        <span className={bar.brand}>
          <Logo name={common.appName} />
        </span>
        <nav
          id="main-navigation"
          aria-label={t.mainNavigation}
          className={bar.nav}
          data-open={isOpen || undefined}
          onKeyDown={handleKey}
        >
          <ul className={bar.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <EnterLink to={to} className={bar.link}>
                  {label}
                </EnterLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={bar.preferences}>
          <LanguageSwitch
            language={language}
            otherName={t.otherLanguage}
            label={t.switchLanguage}
            onChange={onLanguageChange}
          />
          <ColorSchemeSwitch
            scheme={scheme}
            labels={t}
            onChange={onSchemeChange}
          />
        </div>
        <Burger
          label={isOpen ? t.closeMenu : t.openMenu}
          isOpen={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
    </header>
  );
}

interface BurgerProps {
  label: string;
  isOpen: boolean;
  onClick: () => void;
}

function Burger({ label, isOpen, onClick }: BurgerProps) {
  return (
    <button
      type="button"
      className={`${bar.burger} ${classes.burger}`}
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls="main-navigation"
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={isOpen ? "M4 4l16 16M20 4 4 20" : "M1 5h22M1 12h22M1 19h22"} />
      </svg>
    </button>
  );
}
