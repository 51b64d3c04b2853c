import { Title } from "@mantine/core";
import { usePageHeading } from "./usePageHeading";
import classes from "./PageTitle.module.css";

interface PageTitleProps {
  children: string;
  /** True for a name that a person has chosen: it is shown as spelled, not in capitals. */
  isName?: boolean;
}

/** The page's only h1. Also sets the document title; see `usePageHeading`. */
export function PageTitle({ children, isName = false }: PageTitleProps) {
  const heading = usePageHeading(children);
  return (
    <Title
      ref={heading}
      order={1}
      tabIndex={-1}
      className={classes.title}
      data-is-name={isName || undefined}
    >
      {children}
    </Title>
  );
}
