import type { ReactNode } from "react";
import { Horn } from "../../../components/art/Horn";
import { Microphone } from "../../../components/art/Microphone";
import { Pads } from "../../../components/art/Pads";
import type { LandingTexts } from "../landingTexts";
import classes from "./Posters.module.css";

type PosterTexts = LandingTexts["landing"]["rappers"];

export function Posters({ t }: { t: LandingTexts["landing"] }) {
  return (
    <section className={classes.wall} data-later aria-labelledby="sides">
      <h2 id="sides" className={classes.heading}>
        {t.sectionsTitle}
      </h2>
      <div className={classes.posters}>
        <Poster tone="sindoor" texts={t.rappers} art={<Microphone />} />
        <Poster tone="peacock" texts={t.producers} art={<Pads />} />
        <Poster tone="haldi" texts={t.listeners} art={<Horn />} />
      </div>
    </section>
  );
}

interface PosterProps {
  tone: "sindoor" | "peacock" | "haldi";
  texts: PosterTexts;
  art: ReactNode;
}

function Poster({ tone, texts, art }: PosterProps) {
  const { kicker, title, text, points } = texts;
  return (
    <section className={classes.poster} data-tone={tone} aria-label={title}>
      <div className={classes.head}>
        <div>
          <p className={classes.kicker}>{kicker}</p>
          <h3 className={classes.title}>{title}</h3>
        </div>
        <div className={classes.art}>{art}</div>
      </div>
      <p className={classes.text}>{text}</p>
      <ul className={classes.points}>
        <li>{points.first}</li>
        <li>{points.second}</li>
        <li>{points.third}</li>
      </ul>
    </section>
  );
}
