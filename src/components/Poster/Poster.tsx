import type { ReactNode } from "react";
import { PageTitle } from "../PageTitle/PageTitle";
import classes from "./Poster.module.css";

export type PosterTone = "haldi" | "sindoor" | "peacock";

interface PosterProps {
  title: string;
  /** True if the title is a name that a person has chosen; see `PageTitle`. */
  isName?: boolean;
  tone: PosterTone;
  /** A drawing next to the text. */
  art: ReactNode;
  children?: ReactNode;
}

/** Titles with more characters than this do not fit on one line of a phone at full size. */
const LONG_TITLE = 11;

/** The header of a page, styled as a poster like those on the landing page. */
export function Poster(props: PosterProps) {
  const { title, isName = false, tone, art, children } = props;
  return (
    <header
      className={classes.poster}
      data-tone={tone}
      data-long={title.length > LONG_TITLE || undefined}
    >
      <div className={classes.words}>
        <PageTitle isName={isName}>{title}</PageTitle>
        {children}
      </div>
      <div className={classes.art}>{art}</div>
    </header>
  );
}
