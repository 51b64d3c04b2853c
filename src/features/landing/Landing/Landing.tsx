import { useEffect } from "react";
import { EnterLink, EnterProvider } from "./EnterLink";
import { Hero } from "./Hero";
import { Posters } from "./Posters";
import { Steps } from "./Steps";
import { TopBar, type TopBarProps } from "./TopBar";
import classes from "./Landing.module.css";

interface LandingProps extends TopBarProps {
  onEnter: (path: string) => void;
  onApproach?: () => void;
}

/** Knows neither router nor Mantine nor backend: the first thing a stranger downloads. */
export function Landing({ texts, onEnter, onApproach, ...bar }: LandingProps) {
  const { landing: t } = texts;
  useEffect(() => {
    document.title = t.documentTitle;
  }, [t]);

  return (
    <EnterProvider value={{ onEnter, onApproach }}>
      <TopBar {...bar} texts={texts} />
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
