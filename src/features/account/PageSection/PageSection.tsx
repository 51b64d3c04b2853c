import { Stack, Title } from "@mantine/core";
import { useId } from "react";
import type { AccountSectionProps } from "../AccountSection/AccountSection";
import classes from "./PageSection.module.css";

/** A part of the account on a page of its own, where it is always open. */
export function PageSection({ title, hint, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Stack>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {hint !== undefined && <p className={classes.hint}>{hint}</p>}
        </div>
        {children}
      </Stack>
    </section>
  );
}
