import { Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { useTexts } from "../../texts/TextsProvider";
import classes from "./PageTitle.module.css";

interface PageTitleProps {
  children: ReactNode;
  /** What the browser tab says, when the heading is not plain text. */
  documentTitle?: string;
}

/** The page's one h1, painted like a sign; it names the browser tab as well. */
export function PageTitle({ children, documentTitle }: PageTitleProps) {
  const { appName } = useTexts("common");
  const name = documentTitle ?? (typeof children === "string" ? children : "");

  useEffect(() => {
    document.title = name === "" ? appName : `${name} · ${appName}`;
  }, [name, appName]);

  return (
    <Title order={1} className={classes.title}>
      {children}
    </Title>
  );
}
