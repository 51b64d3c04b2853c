import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import classes from "./TextLink.module.css";

interface TextLinkProps {
  to: string;
  state?: unknown;
  /** Makes the link smaller and lighter than the text above it. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** A link within the app, on its own line or in a sentence, with a tap target of thumb size. */
export function TextLink({ to, state, isQuiet, children }: TextLinkProps) {
  return (
    <Anchor
      component={Link}
      to={to}
      state={state}
      size={isQuiet ? "sm" : undefined}
      fw={isQuiet ? 400 : undefined}
      className={classes.link}
    >
      {children}
    </Anchor>
  );
}
