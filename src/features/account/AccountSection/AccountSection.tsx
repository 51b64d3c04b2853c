import { Stack, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./AccountSection.module.css";

interface AccountSectionProps {
  title: string;
  /** Explains the section in a sentence or two. */
  hint?: string;
  children: ReactNode;
}

/** One part of the account page, with its heading. */
export function AccountSection({ title, hint, children }: AccountSectionProps) {
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
