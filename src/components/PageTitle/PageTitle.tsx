import { Title } from "@mantine/core";
import { usePageHeading } from "./usePageHeading";
import classes from "./PageTitle.module.css";

/** The page's one h1, painted like a sign. */
export function PageTitle({ children }: { children: string }) {
  const heading = usePageHeading(children);
  return (
    <Title ref={heading} order={1} tabIndex={-1} className={classes.title}>
      {children}
    </Title>
  );
}
