import type { LandingTexts } from "../landingTexts";
import { EnterLink } from "./EnterLink";
import classes from "./Steps.module.css";

export function Steps({ t }: { t: LandingTexts["landing"] }) {
  const steps = [
    { numeral: "१", ...t.steps.first },
    { numeral: "२", ...t.steps.second },
    { numeral: "३", ...t.steps.third },
  ];
  return (
    <section className={classes.section} aria-labelledby="how">
      <h2 id="how" className={classes.heading}>
        {t.howTitle}
      </h2>
      <ol className={classes.steps}>
        {steps.map(({ numeral, title, text }) => (
          <li key={numeral} className={classes.step}>
            <span className={classes.numeral} aria-hidden="true" lang="hi">
              {numeral}
            </span>
            <div>
              <h3 className={classes.title}>{title}</h3>
              <p className={classes.text}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className={classes.closing}>{t.closing}</p>
      <EnterLink to="/signup" className={classes.join}>
        {t.join}
      </EnterLink>
    </section>
  );
}
