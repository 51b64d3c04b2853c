import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { cssVariables, theme } from "./theme";

/** Returns the variables of the theme that differ from Mantine's, as CSS. The build writes them into a style sheet. */
export function renderThemeStyle(): string {
  const element = renderToStaticMarkup(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      withGlobalClasses={false}
    >
      {null}
    </MantineProvider>,
  );
  return element.replace(/<\/?style[^>]*>/g, "");
}
