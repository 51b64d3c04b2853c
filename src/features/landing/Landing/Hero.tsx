import { Cassette } from "../../../components/art/Cassette";
import { Roofs } from "../../../components/art/Roofs";
import type { Language } from "../../../texts/language";
import { heroEndId } from "../heroEndId";
import type { LandingTexts } from "../landingTexts";
import { EnterLink } from "./EnterLink";
import classes from "./Hero.module.css";

interface HeroProps {
  language: Language;
  t: LandingTexts["landing"];
}

export function Hero({ language, t }: HeroProps) {
  return (
    <section className={classes.hero}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <h1 className={classes.title}>
            <span className={classes.line}>{t.heroLines.first}</span>{" "}
            <span className={classes.painted}>{t.heroLines.second}</span>{" "}
            <span className={classes.line}>{t.heroLines.third}</span>
          </h1>
          <p className={classes.intro}>{t.intro}</p>
          <div className={classes.actions} data-screen-only>
            <EnterLink to="/signup" className={classes.primary}>
              {t.getStarted}
            </EnterLink>
            <EnterLink to="/login" className={classes.secondary}>
              {t.signIn}
            </EnterLink>
          </div>
        </div>
        <div className={classes.cassette} data-later>
          <Cassette
            title={t.cassetteSideA}
            subtitle={t.cassetteSideB}
            side={t.cassetteSide}
          />
        </div>
      </div>
      <Roofs className={classes.roofs} />
      <p id={heroEndId(language)} className={classes.strip} aria-hidden="true">
        {[...t.marquee, ...t.marquee].map((genre, i) => (
          <span key={i}>{genre}</span>
        ))}
      </p>
    </section>
  );
}
