import type { ReactNode } from "react";
import classes from "./Fold.module.css";

interface FoldProps {
  /** The line that is always shown. */
  title: ReactNode;
  className?: string | undefined;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** One line that opens to show more. It starts closed. */
export function Fold({ title, className, onToggle, children }: FoldProps) {
  return (
    <details
      className={className}
      onToggle={({ currentTarget: { open } }) => onToggle?.(open)}
    >
      <summary className={classes.title}>{title}</summary>
      {children}
    </details>
  );
}
