import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { PageTitle } from "../../../components/PageTitle/PageTitle";
import classes from "./BeatCover.module.css";

interface BeatCoverProps {
  title: string;
  /** The cassette. */
  art: ReactNode;
  /** Content above the title, for what happens now. The title and the art are smaller then. */
  mark?: ReactNode;
  /** Content below the title. */
  children: ReactNode;
}

/** The head of a beat's page, styled as the cover of a cassette. */
export function BeatCover({ title, art, mark, children }: BeatCoverProps) {
  return (
    <div className={classes.cover} data-marked={Boolean(mark) || undefined}>
      <div className={classes.cassette}>{art}</div>
      <Stack gap="sm" className={classes.facts}>
        {mark}
        <PageTitle isName>{title}</PageTitle>
        {children}
      </Stack>
    </div>
  );
}
