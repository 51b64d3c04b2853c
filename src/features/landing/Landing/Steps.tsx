import { Numeral } from "../../../components/art/Numeral";
import type { LandingTexts } from "../landingTexts";
import { EnterLink } from "./EnterLink";
import classes from "./Steps.module.css";

export function Steps({ t }: { t: LandingTexts["landing"] }) {
  const steps = [
    { step: 0, ...t.steps.first },
    { step: 1, ...t.steps.second },
    { step: 2, ...t.steps.third },
  ] as const;
  return (
    <section className={classes.section} aria-labelledby="how" data-later>
      <h2 id="how" className={classes.heading}>
        {t.howTitle}
      </h2>
      <ol className={classes.steps}>
        {steps.map(({ step, title, text }) => (
          <li key={step} className={classes.step}>
            <span className={classes.numeral}>
              <Numeral step={step} />
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
