import type { ReactNode } from "react";
import { PageTitle } from "../PageTitle/PageTitle";
import classes from "./Poster.module.css";

export type PosterTone = "haldi" | "sindoor" | "peacock";

interface PosterProps {
  title: string;
  tone: PosterTone;
  /** A drawing beside the words, where there is room. */
  art: ReactNode;
  children?: ReactNode;
}

/** So many letters do not fit on one line of a phone at full size. */
const LONG_TITLE = 11;

/** The head of a page: a bill taped to the wall, as on the landing page. */
export function Poster({ title, tone, art, children }: PosterProps) {
  return (
    <header
      className={classes.poster}
      data-tone={tone}
      data-long={title.length > LONG_TITLE || undefined}
    >
      <div className={classes.words}>
        <PageTitle>{title}</PageTitle>
        {children}
      </div>
      <div className={classes.art}>{art}</div>
    </header>
  );
}
