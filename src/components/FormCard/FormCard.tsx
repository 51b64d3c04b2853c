import { Paper, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { PageTitle } from "../PageTitle/PageTitle";
import classes from "./FormCard.module.css";

interface FormCardProps {
  title: string;
  intro?: string;
  children: ReactNode;
}

/** A narrow page for a single form, styled as a poster taped to a wall. */
export function FormCard({ title, intro, children }: FormCardProps) {
  return (
    <div className={classes.wall}>
      <Paper className={classes.card}>
        <Stack gap="lg">
          <div>
            <PageTitle>{title}</PageTitle>
            {intro !== undefined && <p className={classes.intro}>{intro}</p>}
          </div>
          {children}
        </Stack>
      </Paper>
    </div>
  );
}
