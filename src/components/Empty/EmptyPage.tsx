import type { ReactNode } from "react";
import { usePageHeading } from "../PageTitle/usePageHeading";
import { Empty } from "./Empty";
import classes from "./Empty.module.css";

interface EmptyPageProps {
  title: string;
  hint: string;
  /** A way forward: a button or a link. */
  children: ReactNode;
}

/** `Empty` as a whole page, with its title as the page heading. */
export function EmptyPage({ title, hint, children }: EmptyPageProps) {
  const heading = usePageHeading(title);
  return (
    <Empty
      title={
        <h1 ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </h1>
      }
      hint={hint}
    >
      {children}
    </Empty>
  );
}
