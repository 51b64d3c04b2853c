import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Empty.module.css";

interface EmptyProps {
  title: ReactNode;
  hint?: string;
  /** A way forward: a button or a link. */
  children?: ReactNode;
}

/** Empty state. Render it only after data has loaded. */
export function Empty({ title, hint, children }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" className={classes.empty}>
      <svg
        viewBox="0 0 120 48"
        width="120"
        height="48"
        aria-hidden="true"
        className={classes.tape}
      >
        <path d="M6 14c30-18 20 34 46 20S70-6 92 12s-14 34-28 26 12-30 50-8" />
      </svg>
      <div className={classes.title}>{title}</div>
      {hint !== undefined && <Text c="dimmed">{hint}</Text>}
      {children}
    </Stack>
  );
}
