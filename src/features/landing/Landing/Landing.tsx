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

/**
 * The landing page, the first thing a new visitor downloads. It must not import the router, Mantine
 * or the backend client.
 */
export function Landing({ texts, onEnter, onApproach, ...bar }: LandingProps) {
  const { landing: t, shell } = texts;
  const links = [
    { to: "/community", label: shell.community },
    { to: "/terms", label: shell.terms },
    { to: "/privacy", label: shell.privacy },
    { to: "/contact", label: t.contact },
  ];
  useEffect(() => {
    document.title = t.documentTitle;
  }, [t]);

  return (
    <EnterProvider value={{ onEnter, onApproach }}>
      <div className={classes.landing}>
        <TopBar {...bar} texts={texts} />
        <main>
          <Hero language={bar.language} t={t} />
          <Posters t={t} />
          <Steps t={t} />
        </main>
        <footer className={classes.footer}>
          <span>{t.tagline}</span>
          <div className={classes.footerLinks}>
            {links.map(({ to, label }) => (
              <EnterLink key={to} to={to} className={classes.footerLink}>
                {label}
              </EnterLink>
            ))}
          </div>
        </footer>
      </div>
    </EnterProvider>
  );
}
