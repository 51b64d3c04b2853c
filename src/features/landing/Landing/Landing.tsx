import { useEffect } from "react";
import { ColorSchemeSwitch } from "../../../components/ColorSchemeSwitch/ColorSchemeSwitch";
import { LanguageSwitch } from "../../../components/LanguageSwitch/LanguageSwitch";
import { Logo } from "../../../components/Logo/Logo";
import type { ColorScheme } from "../../../lib/colorScheme";
import type { Language } from "../../../texts/language";
import type { LandingTexts } from "../landingTexts";
import { EnterLink, EnterProvider } from "./EnterLink";
import { Hero } from "./Hero";
import { Posters } from "./Posters";
import { Steps } from "./Steps";
import classes from "./Landing.module.css";

interface LandingProps {
  texts: LandingTexts;
  language: Language;
  scheme: ColorScheme;
  onLanguageChange: (language: Language) => void;
  onSchemeChange: (scheme: ColorScheme) => void;
  onEnter: (path: string) => void;
  onApproach?: () => void;
}

/** Knows neither router nor Mantine nor backend: the first thing a stranger downloads. */
export function Landing({
  texts,
  language,
  scheme,
  onLanguageChange,
  onSchemeChange,
  onEnter,
  onApproach,
}: LandingProps) {
  const { landing: t, shell, common } = texts;
  useEffect(() => {
    document.title = t.documentTitle;
  }, [t]);

  return (
    <EnterProvider value={{ onEnter, onApproach }}>
      <header className={classes.header}>
        <Logo name={common.appName} size={38} />
        <div className={classes.switches}>
          <LanguageSwitch
            language={language}
            otherName={shell.otherLanguage}
            label={shell.switchLanguage}
            onChange={onLanguageChange}
          />
          <ColorSchemeSwitch
            scheme={scheme}
            labels={shell}
            onChange={onSchemeChange}
          />
        </div>
      </header>
      <main>
        <Hero t={t} />
        <Posters t={t} />
        <Steps t={t} />
      </main>
      <footer className={classes.footer}>
        <span>{t.tagline}</span>
        <EnterLink to="/contact" className={classes.footerLink}>
          {t.contact}
        </EnterLink>
      </footer>
    </EnterProvider>
  );
}
